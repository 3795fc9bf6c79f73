package dev.penstock.gateway.api;

import dev.penstock.client.OperationInfo;
import dev.penstock.client.Result;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a result is over HTTP. Immutable.
 *
 * @param status the status
 * @param code a stable code, "" for an answer
 * @param message for people, "" for an answer
 * @param headers what is said beside it: {@code x-penstock-…}, {@code retry-after}, {@code x-should-retry}, {@code link}
 * @param contentType the body's media type
 * @param body the provider's own error, or the envelope; empty for an answer, which the result holds in either form
 */
public record ApiAnswer(
        int status, String code, String message, Map<String, String> headers, String contentType, Bytes body) {

    /** From here on a client's library waits longer than its caller thinks (design 12). */
    private static final long LONG_WAIT_SECONDS = 60;

    private static final String JSON = "application/json";

    /** Copies the headers. */
    public ApiAnswer {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * What a result is.
     *
     * @param result how the call ended
     * @param bySdk whether a client's library repeats by itself
     * @param keyed whether a repeat finds what this call came to
     * @return the answer
     */
    public static ApiAnswer of(Result result, boolean bySdk, boolean keyed) {
        AnswerRow row = AnswerRow.of(result, bySdk, keyed);
        Map<String, String> headers = new LinkedHashMap<>();
        OperationInfo operation = operationOf(result);
        if (operation != null) {
            OperationHeaders.put(headers, operation, row);
        }
        return switch (result) {
            case Result.Answered ignored -> new ApiAnswer(200, "", "", headers, JSON, Bytes.EMPTY);
            case Result.CompletedUnrecorded ignored ->
                new ApiAnswer(
                        200,
                        row.code(),
                        "the answer is complete and could not be recorded; its recording goes on being tried",
                        headers,
                        JSON,
                        Bytes.EMPTY);
            default -> {
                again(headers, row.again(), comeBack(result));
                yield row == AnswerRow.REJECTED
                        ? rejected((Result.Rejected) result, headers)
                        : refused(row, codeOf(row, result), result, headers);
            }
        };
    }

    /**
     * The same error as the end of a stream that had begun: no finish, no {@code [DONE]}.
     *
     * @return one event
     */
    public Bytes toEvent() {
        return ApiError.of(status == 200 ? 500 : status, code, message).toEvent();
    }

    private static ApiAnswer refused(AnswerRow row, String code, Result result, Map<String, String> headers) {
        ApiError error = ApiError.of(row.status(), code, Messages.of(result));
        return new ApiAnswer(row.status(), code, error.message(), headers, JSON, utf8(error.toJson()));
    }

    private static ApiAnswer rejected(Result.Rejected rejected, Map<String, String> headers) {
        ErrorFacts error = rejected.error();
        int status = rejected.status() < 400 ? 424 : rejected.status();
        String code = error.name().orElse("upstream_rejected");
        String message = Objects.requireNonNullElse(error.message(), "the provider rejected the request");
        Bytes body = rejected.body();
        if (body == null || body.size() == 0) {
            return new ApiAnswer(
                    status,
                    code,
                    message,
                    headers,
                    JSON,
                    utf8(ApiError.of(status, code, message).toJson()));
        }
        return new ApiAnswer(status, code, message, headers, looksLikeJson(body) ? JSON : "text/plain", body);
    }

    /** A repeated dead letter bears the code of the answer that it was given first. */
    private static String codeOf(AnswerRow row, Result result) {
        if (row != AnswerRow.ENDED_BEFORE) {
            return row.code();
        }
        return AnswerRow.first(result).code();
    }

    private static void again(Map<String, String> headers, Again again, @Nullable Duration comeBack) {
        Duration wait = comeBack == null ? again.comeBack() : comeBack;
        long seconds = wait.plusMillis(999).toSeconds();
        if (seconds > 0) {
            headers.put("retry-after", Long.toString(seconds));
        }
        headers.put("x-should-retry", Boolean.toString(again == Again.YES && seconds < LONG_WAIT_SECONDS));
    }

    private static @Nullable Duration comeBack(Result result) {
        return switch (result) {
            case Result.GaveUp gaveUp -> gaveUp.retryAfter();
            case Result.NotAdmitted notAdmitted -> notAdmitted.retryAfter();
            default -> null;
        };
    }

    private static @Nullable OperationInfo operationOf(Result result) {
        return switch (result) {
            case Result.Answered answered -> answered.operation();
            case Result.CompletedUnrecorded unrecorded -> unrecorded.operation();
            case Result.UnknownOutcome unknown -> unknown.operation();
            case Result.Unusable unusable -> unusable.operation();
            case Result.Rejected rejected -> rejected.operation();
            case Result.GaveUp gaveUp -> gaveUp.operation();
            case Result.Cancelled cancelled -> cancelled.operation();
            case Result.KeyConflict conflict -> conflict.operation();
            case Result.InProgress inProgress -> inProgress.operation();
            case Result.Expired expired -> expired.operation();
            case Result.StoreUnavailable unavailable -> unavailable.operation();
            case Result.Parked parked -> parked.operation();
            case Result.NotAdmitted ignored -> null;
            case Result.Invalid ignored -> null;
        };
    }

    private static boolean looksLikeJson(Bytes body) {
        for (byte b : body.unsafeArray()) {
            if (b > ' ') {
                return b == '{' || b == '[';
            }
        }
        return false;
    }

    private static Bytes utf8(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return status + " " + code;
    }
}
