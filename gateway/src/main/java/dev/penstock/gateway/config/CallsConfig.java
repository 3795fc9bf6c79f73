package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNullElse;

import dev.penstock.client.CallSettings;
import dev.penstock.client.PolicySettings;
import dev.penstock.client.UpstreamStream;
import dev.penstock.gateway.api.CallDefaults;
import dev.penstock.gateway.api.Canary;
import dev.penstock.gateway.chat.ChatSettings;
import dev.penstock.policy.attempt.ReplaySetting;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How calls run whose headers say nothing. Immutable.
 *
 * @param deadline how long a call may take in all; 2 min by default
 * @param maxAttempts attempts for one call, the first one counted; 4 by default
 * @param replay what may be sent again by itself; after_rejection by default
 * @param delivery how streams are delivered; live by default
 * @param keepAlive how long a stream may be silent before a comment is written; 15 s by default
 * @param nonstreamKeepalive whether other answers are padded with blank lines meanwhile, after which a failure can only
 *     break the connection; false by default
 * @param upstreamStream whether answers are asked for as streams upstream; auto by default
 * @param traceContext whether a caller's {@code traceparent} is passed on to the provider; false by default
 * @param backgroundDeadline how long background work may take in all; 1 h by default
 * @param backgroundMaxAttempts attempts for background work; 10 by default
 * @param attemptCap how long one attempt may take whose answer is not streamed and, where several processes share an
 *     account's permits, every attempt: for so long a dead one's permits are kept back (design 9). Null for the defaults of
 *     design 5: the deadline, and 15 min in the background
 * @param canary other settings for a share of the calls; null for none
 */
public record CallsConfig(
        Span deadline,
        Integer maxAttempts,
        ReplaySetting replay,
        Delivery delivery,
        Span keepAlive,
        Boolean nonstreamKeepalive,
        UpstreamStream upstreamStream,
        Boolean traceContext,
        Span backgroundDeadline,
        Integer backgroundMaxAttempts,
        @Nullable Span attemptCap,
        @Nullable CanaryConfig canary) {

    private static final CallSettings ATTACHED = CallSettings.attached();
    private static final CallSettings BACKGROUND = CallSettings.background();
    private static final Duration SHORTEST_CAP = Duration.ofSeconds(1);

    /** Puts the defaults in, and checks the numbers. */
    public CallsConfig {
        deadline = requireNonNullElse(deadline, new Span(ATTACHED.deadline()));
        maxAttempts = requireNonNullElse(maxAttempts, ATTACHED.maxAttempts());
        replay = requireNonNullElse(replay, ATTACHED.replay());
        delivery = requireNonNullElse(delivery, Delivery.LIVE);
        keepAlive = requireNonNullElse(keepAlive, Span.ofSeconds(15));
        nonstreamKeepalive = requireNonNullElse(nonstreamKeepalive, false);
        upstreamStream = requireNonNullElse(upstreamStream, UpstreamStream.AUTO);
        traceContext = requireNonNullElse(traceContext, false);
        backgroundDeadline = requireNonNullElse(backgroundDeadline, new Span(BACKGROUND.deadline()));
        backgroundMaxAttempts = requireNonNullElse(backgroundMaxAttempts, BACKGROUND.maxAttempts());
        if (maxAttempts < 1 || backgroundMaxAttempts < 1) {
            throw new IllegalArgumentException("max attempts counts the first request and is at least 1");
        }
        if (attemptCap != null && attemptCap.value().compareTo(SHORTEST_CAP) < 0) {
            throw new IllegalArgumentException("an attempt cap is at least 1s");
        }
    }

    /**
     * The defaults of design 5 and 12.
     *
     * @return live delivery, 2 min, 4 attempts, replay after a rejection
     */
    public static CallsConfig defaults() {
        return of(new Span(ATTACHED.deadline()), ATTACHED.maxAttempts(), ATTACHED.replay(), Delivery.LIVE);
    }

    private static CallsConfig of(Span deadline, int maxAttempts, ReplaySetting replay, Delivery delivery) {
        return new CallsConfig(
                deadline,
                maxAttempts,
                replay,
                delivery,
                Span.ofSeconds(15),
                false,
                UpstreamStream.AUTO,
                false,
                new Span(BACKGROUND.deadline()),
                BACKGROUND.maxAttempts(),
                null,
                null);
    }

    /**
     * The same with another deadline.
     *
     * @param value how long a call may take in all
     * @return a copy
     */
    public CallsConfig withDeadline(Duration value) {
        return with(new Span(value), maxAttempts, replay, delivery);
    }

    /**
     * The same with another number of attempts.
     *
     * @param value attempts for one call, the first one counted
     * @return a copy
     */
    public CallsConfig withMaxAttempts(int value) {
        return with(deadline, value, replay, delivery);
    }

    /**
     * The same with another replay setting.
     *
     * @param value what may be sent again by itself
     * @return a copy
     */
    public CallsConfig withReplay(ReplaySetting value) {
        return with(deadline, maxAttempts, value, delivery);
    }

    /**
     * The same with another delivery.
     *
     * @param value how streams are delivered
     * @return a copy
     */
    public CallsConfig withDelivery(Delivery value) {
        return with(deadline, maxAttempts, replay, value);
    }

    /**
     * The same with other settings for a share of the calls.
     *
     * @param value what is tried, null for nothing
     * @return a copy
     */
    public CallsConfig withCanary(@Nullable CanaryConfig value) {
        return new CallsConfig(
                deadline,
                maxAttempts,
                replay,
                delivery,
                keepAlive,
                nonstreamKeepalive,
                upstreamStream,
                traceContext,
                backgroundDeadline,
                backgroundMaxAttempts,
                attemptCap,
                value);
    }

    /**
     * What the chat endpoint takes.
     *
     * @param random chance, for the canary's calls without a key
     * @return its settings
     */
    public ChatSettings chat(RandomGenerator random) {
        CallDefaults usual = defaultsOfCalls();
        CanaryConfig trial = canary;
        return new ChatSettings(
                trial == null ? usual : new Canary(usual, trial.over(this).defaultsOfCalls(), trial.percent(), random),
                keepAlive.value(),
                nonstreamKeepalive);
    }

    private CallDefaults defaultsOfCalls() {
        CallSettings calls = ATTACHED.withDeadline(deadline.value())
                .withMaxAttempts(maxAttempts)
                .withReplay(replay);
        return new CallDefaults(calls, delivery == Delivery.BUFFERED, traceContext);
    }

    /**
     * How background work runs whose request says nothing.
     *
     * @return its settings
     */
    public CallSettings background() {
        return BACKGROUND
                .withDeadline(backgroundDeadline.value())
                .withMaxAttempts(backgroundMaxAttempts)
                .withReplay(replay);
    }

    /**
     * What the engine takes: a call that is continued after its caller's deadline has the limits of background work.
     *
     * @param limits the rest of the policy
     * @return the same with them
     */
    public PolicySettings policy(PolicySettings limits) {
        PolicySettings policy = limits.withBackground(limits.background()
                .withOperationDeadline(backgroundDeadline.value())
                .withMaxAttempts(backgroundMaxAttempts));
        return attemptCap == null ? policy : policy.withAttemptCap(attemptCap.value());
    }

    private CallsConfig with(Span newDeadline, int attempts, ReplaySetting newReplay, Delivery newDelivery) {
        return new CallsConfig(
                newDeadline,
                attempts,
                newReplay,
                newDelivery,
                keepAlive,
                nonstreamKeepalive,
                upstreamStream,
                traceContext,
                backgroundDeadline,
                backgroundMaxAttempts,
                attemptCap,
                canary);
    }
}
