package dev.penstock.it.outage;

import dev.penstock.it.support.Ended;
import dev.penstock.it.support.LedgerView.Attempt;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestLog.Request;
import java.util.List;

/**
 * What the simulator's log and the database say about a batch that began during an outage.
 *
 * @param lines how many lines it has
 * @param ended how the command ended
 * @param log every request that reached the provider, in its order
 * @param generations the ledger's
 * @param attempts the ledger's
 */
public record OutageFindings(
        int lines, Ended ended, List<Request> log, List<Generation> generations, List<Attempt> attempts) {

    private static final int OK = 200;

    /** Requests that the provider refused. */
    public long sendsBeforeRecovery() {
        return log.stream().takeWhile(request -> request.status() != OK).count();
    }

    /** Attempts that met nobody. */
    public long refusedAttempts() {
        return attempts.stream().filter(attempt -> !attempt.isRead()).count();
    }

    /** From the first request to the first answer, in microseconds. */
    public long outageMicros() {
        long first = log.getFirst().acceptedAt();
        return log.stream()
                .filter(request -> request.status() == OK)
                .findFirst()
                .map(request -> request.acceptedAt() - first)
                .orElse(Long.MAX_VALUE);
    }

    /** From the first request to the last answer, in microseconds. */
    public long runMicros() {
        return log.stream().mapToLong(Request::finishedAt).max().orElse(0)
                - log.getFirst().acceptedAt();
    }

    /** The most requests that the provider had at work at once. */
    public int mostActive() {
        return log.stream().mapToInt(Request::active).max().orElse(0);
    }

    /** One line for a person. */
    public String describe() {
        return lines + " lines, " + log.size() + " sends, " + sendsBeforeRecovery() + " of them before recovery after "
                + outageMicros() / 1_000 + " ms, the last answer after " + runMicros() / 1_000 + " ms; "
                + refusedAttempts() + " attempts met nobody; at most " + mostActive()
                + " active";
    }
}
