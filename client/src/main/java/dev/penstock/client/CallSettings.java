package dev.penstock.client;

import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.OperationMode;
import dev.penstock.store.Tenant;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one operation is to be run. Immutable; the {@code with…} methods give changed copies.
 *
 * @param tenant whose it is
 * @param mode whether somebody waits for it
 * @param priority which queue it waits in
 * @param replay what may be sent again by itself
 * @param deadline how long the operation may take in all, from its acceptance (R-DEADLINE-1); positive
 * @param maxAttempts charged attempts, the first one counted (R-ATTEMPT-1); at least 1
 * @param payloadVersion the caller's version of templates and tools, part of the fingerprint; "" for none
 * @param batch the batch it belongs to, null for none
 * @param caller what concerns this caller alone
 */
public record CallSettings(
        Tenant tenant,
        OperationMode mode,
        Priority priority,
        ReplaySetting replay,
        Duration deadline,
        int maxAttempts,
        String payloadVersion,
        @Nullable String batch,
        CallerTerms caller) {

    /** Checks the numbers. */
    public CallSettings {
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline must be positive, was " + deadline);
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "max attempts counts the first request and is at least 1, was " + maxAttempts);
        }
    }

    /**
     * Somebody waits: 120 s, 4 attempts, replay after a rejection (design 5).
     *
     * @return the defaults of an attached call
     */
    public static CallSettings attached() {
        return new CallSettings(
                Tenant.LOCAL,
                OperationMode.ATTACHED,
                Priority.INTERACTIVE,
                ReplaySetting.AFTER_REJECTION,
                Duration.ofMinutes(2),
                4,
                "",
                null,
                CallerTerms.DEFAULT);
    }

    /**
     * Authorised to go on alone: 1 h, 10 attempts, replay after a rejection (design 5).
     *
     * @return the defaults of background work
     */
    public static CallSettings background() {
        return new CallSettings(
                Tenant.LOCAL,
                OperationMode.BACKGROUND,
                Priority.BACKGROUND,
                ReplaySetting.AFTER_REJECTION,
                Duration.ofHours(1),
                10,
                "",
                null,
                CallerTerms.DEFAULT);
    }

    /** The same, authorised to go on alone, behind those for whom somebody waits. */
    CallSettings inBackground() {
        return new CallSettings(
                tenant,
                OperationMode.BACKGROUND,
                Priority.BACKGROUND,
                replay,
                deadline,
                maxAttempts,
                payloadVersion,
                batch,
                caller);
    }

    /**
     * The same with another deadline.
     *
     * @param value how long the operation may take in all
     * @return a copy
     */
    public CallSettings withDeadline(Duration value) {
        return new CallSettings(tenant, mode, priority, replay, value, maxAttempts, payloadVersion, batch, caller);
    }

    /**
     * The same with another number of attempts.
     *
     * @param value charged attempts, the first one counted
     * @return a copy
     */
    public CallSettings withMaxAttempts(int value) {
        return new CallSettings(tenant, mode, priority, replay, deadline, value, payloadVersion, batch, caller);
    }

    /**
     * The same with another replay setting.
     *
     * @param value what may be sent again by itself
     * @return a copy
     */
    public CallSettings withReplay(ReplaySetting value) {
        return new CallSettings(tenant, mode, priority, value, deadline, maxAttempts, payloadVersion, batch, caller);
    }

    /**
     * The same in a batch.
     *
     * @param value the batch's name, null for none
     * @return a copy
     */
    public CallSettings withBatch(@Nullable String value) {
        return new CallSettings(tenant, mode, priority, replay, deadline, maxAttempts, payloadVersion, value, caller);
    }

    /**
     * The same for another tenant.
     *
     * @param value whose it is
     * @return a copy
     */
    public CallSettings withTenant(Tenant value) {
        return new CallSettings(value, mode, priority, replay, deadline, maxAttempts, payloadVersion, batch, caller);
    }

    /**
     * The same in another queue.
     *
     * @param value which queue it waits in
     * @return a copy
     */
    public CallSettings withPriority(Priority value) {
        return new CallSettings(tenant, mode, value, replay, deadline, maxAttempts, payloadVersion, batch, caller);
    }

    /**
     * The same with another version of templates and tools.
     *
     * @param value the caller's version, part of the fingerprint; "" for none
     * @return a copy
     */
    public CallSettings withPayloadVersion(String value) {
        return new CallSettings(tenant, mode, priority, replay, deadline, maxAttempts, value, batch, caller);
    }

    /**
     * The same with a deadline of this caller's own. It never prolongs the operation, and for a joiner or a repeat it is
     * the only one (design 5).
     *
     * @param value how long this caller waits for its answer; positive
     * @return a copy
     */
    public CallSettings withAnswerDeadline(Duration value) {
        return withCaller(caller.withAnswerDeadline(value));
    }

    /**
     * The same with another choice of what happens when this caller's time is over.
     *
     * @param value fail or continue
     * @return a copy
     */
    public CallSettings withOnDeadline(OnDeadline value) {
        return withCaller(caller.withOnDeadline(value));
    }

    /**
     * The same made by somebody else.
     *
     * @param value who makes the call
     * @return a copy
     */
    public CallSettings withRepeat(RepeatedBy value) {
        return withCaller(caller.withRepeatedBy(value));
    }

    /**
     * The same under a ceiling: whatever deadline the call has, by itself or from the background, is cut to it.
     *
     * @param value the longest the operation may take; positive
     * @return a copy
     */
    public CallSettings withLongest(Duration value) {
        return withCaller(caller.withLongest(value));
    }

    /**
     * The same within a trace. Not part of the fingerprint.
     *
     * @param value where the call belongs in its caller's trace, null for nowhere
     * @return a copy
     */
    public CallSettings withTraceParent(@Nullable TraceParent value) {
        return withCaller(caller.withTraceParent(value));
    }

    /**
     * The same in one half of a trial. Not part of the fingerprint.
     *
     * @param value the half that its events name
     * @return a copy
     */
    public CallSettings withVariant(Variant value) {
        return withCaller(caller.withVariant(value));
    }

    private CallSettings withCaller(CallerTerms value) {
        return new CallSettings(tenant, mode, priority, replay, deadline, maxAttempts, payloadVersion, batch, value);
    }
}
