package dev.penstock.http.netty;

import dev.penstock.http.ExchangeLimits;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.time.Deadline;
import dev.penstock.time.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which of an exchange's limits falls due next. Says so when asked; it sets no timer and is not thread-safe.
 *
 * <p>Marks are moments on the ticker; a clock whose mark is null stands still.
 */
final class Clocks {

    private final ExchangeLimits limits;
    private final Ticker ticker;
    private final Deadline hardEnd;
    private final AbortCause hardCause;
    private @Nullable Long uploadMark;
    private @Nullable Long byteMark;
    private @Nullable Long requestEndMark;
    private @Nullable Long progressMark;
    private @Nullable Long pausedSince;

    Clocks(ExchangeLimits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
        this.hardEnd = limits.deadline().earlier(limits.attemptEnd());
        this.hardCause = hardEnd == limits.deadline() ? AbortCause.DEADLINE : AbortCause.ATTEMPT_CAP;
    }

    void uploadMoved() {
        uploadMark = ticker.nanos();
    }

    void requestEnded() {
        uploadMark = null;
        if (progressMark == null) {
            requestEndMark = ticker.nanos();
        }
        if (limits.clocks().keepAlivesDocumented() || byteMark != null) {
            byteMark = ticker.nanos();
        }
    }

    void byteArrived() {
        byteMark = ticker.nanos();
    }

    void progressed() {
        requestEndMark = null;
        progressMark = ticker.nanos();
    }

    /** Nobody reads: silence is not the peer's until somebody does again. */
    void paused() {
        if (pausedSince == null) {
            pausedSince = ticker.nanos();
        }
    }

    /** Somebody reads again: the pause is taken out of what has passed. */
    void resumed() {
        if (pausedSince == null) {
            return;
        }
        long now = ticker.nanos();
        long lasted = now - pausedSince;
        pausedSince = null;
        byteMark = later(byteMark, lasted, now);
        requestEndMark = later(requestEndMark, lasted, now);
        progressMark = later(progressMark, lasted, now);
    }

    /** Bytes lie unread, so the silence is the reader's: the clocks on silence start anew. */
    void readerIsBehind() {
        long now = ticker.nanos();
        byteMark = byteMark == null ? null : Long.valueOf(now);
        requestEndMark = requestEndMark == null ? null : Long.valueOf(now);
        progressMark = progressMark == null ? null : Long.valueOf(now);
    }

    /** The limit that falls due first; at the same moment the operation's deadline comes first. */
    Due next() {
        Due first = new Due(hardCause, hardEnd.remainingNanos());
        first = sooner(
                first, AbortCause.UPLOAD_IDLE, uploadMark, limits.phases().uploadIdle());
        if (pausedSince != null) {
            return first;
        }
        first = sooner(
                first, AbortCause.TRANSPORT_IDLE, byteMark, limits.clocks().transportIdle());
        first = sooner(
                first,
                AbortCause.BEFORE_FIRST_PROGRESS,
                requestEndMark,
                limits.clocks().beforeFirstProgress());
        return sooner(
                first, AbortCause.PROGRESS_IDLE, progressMark, limits.clocks().progressIdle());
    }

    /** A mark put back by a pause; what happened within the pause is as if it had happened at its end. */
    private static @Nullable Long later(@Nullable Long mark, long lasted, long now) {
        return mark == null ? null : Long.valueOf(mark + lasted - now > 0 ? now : mark + lasted);
    }

    private Due sooner(Due first, AbortCause cause, @Nullable Long mark, Duration limit) {
        if (mark == null) {
            return first;
        }
        return first.orSooner(cause, Deadline.saturatedNanos(limit) - (ticker.nanos() - mark));
    }

    /**
     * A limit and when it falls due.
     *
     * @param cause what it ends the exchange with
     * @param inNanos how far ahead; zero or negative once it is due
     */
    record Due(AbortCause cause, long inNanos) {

        private Due orSooner(AbortCause other, long nanos) {
            return nanos < inNanos ? new Due(other, nanos) : this;
        }

        boolean onSilence() {
            return switch (cause) {
                case TRANSPORT_IDLE, BEFORE_FIRST_PROGRESS, PROGRESS_IDLE -> true;
                case DEADLINE, CANCELLED, ATTEMPT_CAP, UPLOAD_IDLE, TOO_LARGE -> false;
            };
        }
    }
}
