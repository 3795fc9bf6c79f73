package dev.penstock.client;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an operation (R-OBS-1 to R-OBS-3): logical operations, deliveries, attempts, sends, retries,
 * result writes, dedupe hits and ends are told apart. No event holds a prompt, an answer or a provider's message.
 */
public sealed interface CallEvent {

    /**
     * Whose operation it is about.
     *
     * @return tenant, key, and the half of a trial
     */
    Subject subject();

    /**
     * Whose operation an event is about.
     *
     * @param tenant the tenant
     * @param key the owner's name for it, null for a call without one
     * @param variant the half of a trial that its caller is counted in
     */
    record Subject(Tenant tenant, @Nullable IdempotencyKey key, Variant variant) {}

    /**
     * Where an attempt goes. All three come from configuration and profiles, never from a caller alone: few enough to be
     * labels of metrics, as long as the profile knows its models.
     *
     * @param provider the provider's name
     * @param route the route's name
     * @param model the model's canonical name there
     */
    record Place(String provider, String route, String model) {}

    /**
     * A logical operation was accepted, or found again.
     *
     * @param subject whose
     * @param resumed whether it was in the ledger before
     * @param by who made the call: a library's own retry is told apart (R-REPLAY-2)
     */
    record Accepted(Subject subject, boolean resumed, RepeatedBy by) implements CallEvent {}

    /**
     * It waits for something before its next attempt.
     *
     * @param subject whose
     * @param waitingFor for what
     */
    record Waits(Subject subject, WaitingFor waitingFor) implements CallEvent {}

    /**
     * An attempt began: its intent is durable where the call has a key.
     *
     * @param subject whose
     * @param number counted from 1
     * @param retry whether it is one more than the original
     * @param place where it goes
     * @param permitWait how long it waited for its permit
     */
    record AttemptStarted(Subject subject, int number, boolean retry, Place place, Duration permitWait)
            implements CallEvent {}

    /**
     * An attempt ended.
     *
     * @param subject whose
     * @param number counted from 1
     * @param retry whether it was one more than the original
     * @param place where it went
     * @param category what it means for a later send
     * @param row which row of the classification table decided
     * @param status the HTTP status, 0 if none came
     * @param sent whether it may have reached the provider: one real network send
     * @param usage what it used and cost, as far as that is known
     * @param timings when its steps happened: first byte, first output and end apart (R-STREAM-6)
     */
    record AttemptEnded(
            Subject subject,
            int number,
            boolean retry,
            Place place,
            AttemptCategory category,
            int row,
            int status,
            boolean sent,
            UsageSummary usage,
            Timings timings)
            implements CallEvent {}

    /**
     * It will be tried again.
     *
     * @param subject whose
     * @param delay how long it sleeps first
     */
    record RetryScheduled(Subject subject, Duration delay) implements CallEvent {}

    /**
     * It was settled.
     *
     * @param subject whose
     * @param state where it is
     * @param reason which limit or cause ended it
     * @param usage the sum over its attempts
     * @param recorded whether that is committed; false for a call without a key, and while a commit still fails
     * @param attempts how many attempts it took
     * @param elapsed from its acceptance in this process
     */
    record Settled(
            Subject subject,
            OperationState state,
            EndReason reason,
            UsageSummary usage,
            boolean recorded,
            int attempts,
            Duration elapsed)
            implements CallEvent {}

    /**
     * A caller was answered, or left.
     *
     * @param subject whose
     * @param kind how; REPLAYED and JOINED are the dedupe hits
     */
    record Delivered(Subject subject, DeliveryKind kind) implements CallEvent {}

    /**
     * Dispatch on a credential or an account stopped.
     *
     * @param subject whose attempt met it
     * @param scope what stopped: "account:PROVIDER/ACCOUNT" or "credential:PROVIDER/ACCOUNT/NAME"
     * @param what what has to be repaired: "balance", "quota" or "credential"
     */
    record RouteStopped(Subject subject, String scope, String what) implements CallEvent {}

    /** What an operation may wait for. */
    enum WaitingFor {
        /** A permit. */
        PERMIT,
        /** The end of its backoff. */
        BACKOFF,
        /** A retry token. */
        RETRY_TOKEN,
        /** The circuit breaker. */
        BREAKER,
        /** The end of a pause of its route. */
        ROUTE_PAUSE,
        /** The pace of its route. */
        PACE
    }
}
