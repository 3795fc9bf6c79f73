package dev.penstock.client;

import dev.penstock.policy.admission.RefusalReason;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What happened, in plain words, for whoever has to decide. Never holds anything of a prompt or an answer. */
final class Explanations {

    static final String LITTLE_DISK =
            "little disk is left, and new work stops before the ledger cannot be written; free some space";

    static final String UNCONFIRMED_COPY =
            "this store is a restored copy; confirm its open work first: penstock ops reconcile";

    private static final String AN_ANSWER_STALLED = "the answer stalled, and one of our own clocks ended the wait";

    private static final String WHAT_TO_DO = ". The provider may have processed and billed it. Nothing is sent again by"
            + " itself: decide with penstock ops reconcile.";

    private Explanations() {}

    /** The same, where it is known which of our own clocks fired (B008). */
    static String unknown(EndReason why, Ending ending) {
        return why == EndReason.STALLED && ending instanceof Ending.Aborted aborted
                ? AN_ANSWER_STALLED + ": " + limit(aborted.cause()) + WHAT_TO_DO
                : unknown(why);
    }

    /** Why an outcome is unknown, and what can be done. */
    static String unknown(EndReason why) {
        String cause = switch (why) {
            case INTERMEDIARY -> "an intermediary answered in the provider's place";
            case NO_ANSWER -> "the connection broke after the request had begun, and no answer came";
            case DEADLINE -> "our deadline ended the wait after the request had begun";
            case CANCELLED -> "it was cancelled after the request had begun, which only proves that we stopped waiting";
            case ATTEMPT_CAP -> "our cap on one attempt ended the wait after the request had begun";
            case STALLED -> AN_ANSWER_STALLED;
            case ERROR -> "the provider sent an error that names neither a status nor a known type";
            case EMPTY -> "the provider accepted the request and closed without an answer";
            case PARTIAL -> "the answer broke off";
            case TRUNCATED -> "the stream ended without saying that it was finished";
            case INTERRUPTED -> "an error broke off the answer";
            case CRASHED -> "the process that sent it ended before it could record an answer";
            case LEASE_LOST -> "the process that sent it lost its lease before it could record an answer";
            case ABANDONED -> "nobody waits any more, and an earlier attempt may have been processed";
            case INTERNAL_ERROR -> "an error of our own after the request had begun";
            default -> "an earlier attempt may have been processed, and " + why.wireName() + " ended the operation";
        };
        return cause + WHAT_TO_DO;
    }

    private static String limit(Ending.AbortCause cause) {
        return switch (cause) {
            case TRANSPORT_IDLE -> "no byte came within the transport-idle limit";
            case BEFORE_FIRST_PROGRESS -> "no output came within the limit before first progress";
            case PROGRESS_IDLE -> "its output stopped for the progress-idle limit";
            case UPLOAD_IDLE -> "the upload stood still for the upload-idle limit";
            case TOO_LARGE -> "it grew over the limit on its size";
            case DEADLINE, CANCELLED, ATTEMPT_CAP -> cause.name().toLowerCase(Locale.ROOT);
        };
    }

    /** Which limit ended it, with the last error as its cause (R-DEADLINE-4). */
    static String gaveUp(EndReason limit, Tally.@Nullable LastError last, Verdict.Stop.@Nullable What stopped) {
        String what = switch (limit) {
            case DEADLINE -> "its deadline passed, or no useful attempt fitted before it";
            case ATTEMPTS -> "its attempts are used up";
            case RETRY_BUDGET -> "no retry token was left in this process's shared retry budget";
            case BREAKER -> "the circuit breaker of its route is open";
            case STOPPED -> stopped(stopped);
            case ABANDONED -> "nobody waited for it any more";
            case REFUSED -> "admission refused it";
            case REPLAY_SETTING -> "its replay setting forbids another send";
            case INTERRUPTED -> "the provider interrupted the generation";
            case INTERNAL_ERROR -> "an error of our own ended it before anything was sent";
            default -> limit.wireName();
        };
        if (last == null) {
            return what;
        }
        String status = last.status() == 0 ? "no answer, " + last.verdict() : "status " + last.status();
        String name = last.error().name().map(code -> " (" + code + ")").orElse("");
        return what + "; last error: " + status + name;
    }

    private static String stopped(Verdict.Stop.@Nullable What what) {
        if (what == null) {
            return "its route is stopped until credential, balance or quota is repaired";
        }
        return switch (what) {
            case CREDENTIAL -> "its route is stopped until its credential is repaired";
            case BALANCE -> "its route is stopped until the balance of its account is repaired";
            case QUOTA -> "its route is stopped until the quota of its account is repaired";
        };
    }

    /** Why an answer cannot be used. */
    static String unusable(Attempt attempt) {
        if (attempt.judged().verdict() instanceof Verdict.Unusable unusable) {
            return switch (unusable.why()) {
                case PROTOCOL -> "what came with status 200 is not a chat completion";
                case UNKNOWN_FINISH ->
                    "the answer's finish reason is missing or not known, so it is not taken for complete";
                case SCHEMA -> "the answer does not meet the requested JSON Schema";
                case APPLICATION ->
                    attempt.refusal() == null ? "the caller's check threw" : "the caller's check refused the answer";
            };
        }
        return "the answer cannot be used";
    }

    /** Why admission said no. */
    static String notAdmitted(RefusalReason reason) {
        return switch (reason) {
            case OPERATIONS -> "not accepted: as many operations are retained as this process holds";
            case BYTES -> "not accepted: the retained operations hold as many bytes as this process allows";
            case TOO_LARGE -> "not accepted: the request is larger than this process retains in all";
            case JOINERS -> "not accepted: too many callers wait for operations of others";
            case QUEUE_WAIT -> "not accepted: the predicted wait is longer than this operation may wait";
            case DEADLINE -> "not accepted: the predicted wait does not fit its deadline";
            case EXPIRED -> "it waited until no useful attempt fitted its deadline";
            case WITHDRAWN -> "it was withdrawn while it waited";
        };
    }
}
