package dev.penstock.store.tck;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationDraft.OperationSettings;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.StoredBody;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Operations, intents and outcomes as contracts and tests of ledgers use them. */
public final class Samples {

    /** How much of its deadline a sample operation has left. */
    public static final Duration REMAINING = Duration.ofMinutes(2);

    /** How long a sample attempt can last at most. */
    public static final Duration HARD_LIMIT = Duration.ofSeconds(90);

    private static final AtomicLong SEED = new AtomicLong();

    private Samples() {}

    /**
     * A draft for an attached caller.
     *
     * @param key its key
     * @return the draft
     */
    public static OperationDraft attached(String key) {
        return draft(key, OperationMode.ATTACHED, null);
    }

    /**
     * A draft for background work.
     *
     * @param key its key
     * @return the draft
     */
    public static OperationDraft background(String key) {
        return draft(key, OperationMode.BACKGROUND, null);
    }

    /**
     * A draft of a batch.
     *
     * @param key its key
     * @param batch its batch
     * @return the draft, background
     */
    public static OperationDraft inBatch(String key, String batch) {
        return draft(key, OperationMode.BACKGROUND, batch);
    }

    private static OperationDraft draft(String key, OperationMode mode, @Nullable String batch) {
        long millis = 1_790_000_000_000L;
        RandomGenerator random = new java.util.SplittableRandom(SEED.incrementAndGet());
        return new OperationDraft(
                Tenant.LOCAL,
                new IdempotencyKey(key),
                OperationId.create(millis + SEED.get(), random),
                batch,
                fingerprint('a'),
                bytes("{\"request\":\"" + key + "\"}"),
                new OperationSettings(mode, ReplaySetting.AFTER_REJECTION, 4, "deepseek"),
                REMAINING);
    }

    /**
     * The same draft for another payload.
     *
     * @param draft the draft
     * @param fingerprint of the payload
     * @return a copy with an id of its own
     */
    public static OperationDraft withFingerprint(OperationDraft draft, StoredFingerprint fingerprint) {
        return new OperationDraft(
                draft.tenant(),
                draft.key(),
                OperationId.create(0, new java.util.SplittableRandom(SEED.incrementAndGet())),
                draft.batch(),
                fingerprint,
                draft.body(),
                draft.settings(),
                draft.remaining());
    }

    /**
     * The same draft of another tenant.
     *
     * @param draft the draft
     * @param tenant whose it is then
     * @return a copy with the same id
     */
    public static OperationDraft ofTenant(OperationDraft draft, Tenant tenant) {
        return new OperationDraft(
                tenant,
                draft.key(),
                draft.id(),
                draft.batch(),
                draft.fingerprint(),
                draft.body(),
                draft.settings(),
                draft.remaining());
    }

    /**
     * A fingerprint of the first key and form.
     *
     * @param digit the hexadecimal digit that its digest repeats
     * @return the fingerprint
     */
    public static StoredFingerprint fingerprint(char digit) {
        return new StoredFingerprint(1, 1, String.valueOf(digit).repeat(64), "");
    }

    /**
     * An intent; number 1 is an original, any other a retry.
     *
     * @param number the attempt's number
     * @return the intent
     */
    public static AttemptIntent intent(int number) {
        return new AttemptIntent(
                number,
                number == 1 ? AttemptIntent.Kind.ORIGINAL : AttemptIntent.Kind.RETRY,
                "deepseek",
                "deepseek-chat",
                "stream",
                true,
                HARD_LIMIT,
                Duration.ofMillis(100),
                number == 1 ? null : Duration.ofMillis(250));
    }

    /**
     * An outcome that is charged unless nothing was sent.
     *
     * @param category what it means
     * @return the outcome, with usage only if it is final
     */
    public static AttemptOutcome outcome(AttemptCategory category) {
        boolean answered = category == AttemptCategory.FINAL;
        boolean sent = category != AttemptCategory.NOT_SENT;
        DeliveryStage stage = answered
                ? DeliveryStage.RESPONSE_COMPLETE
                : sent ? DeliveryStage.REQUEST_COMPLETE : DeliveryStage.CONNECTING;
        return new AttemptOutcome(
                category,
                category.wireName() + "(sample)",
                answered ? 24 : 12,
                sent,
                new DeliveryEvidence(
                        stage,
                        sent ? 17 : 0,
                        answered ? 2_345 : 0,
                        true,
                        new Timings(1_000, sent ? 2_000 : Timings.NEVER, Timings.NEVER, Timings.NEVER, 9_000),
                        sent ? Proof.NONE : Proof.NO_REQUEST_BYTE),
                answered ? OptionalInt.of(200) : OptionalInt.empty(),
                answered ? null : "sample_error",
                answered ? "req-1" : null,
                answered ? usage("0.00001234") : UsageSummary.UNKNOWN);
    }

    /**
     * A usage.
     *
     * @param cost exact, in US dollars
     * @return 11 prompt tokens, 7 completion tokens, 3 of them reasoning, none known from the cache
     */
    public static UsageSummary usage(String cost) {
        return new UsageSummary(
                OptionalLong.of(11),
                OptionalLong.of(7),
                OptionalLong.empty(),
                OptionalLong.of(3),
                new BigDecimal(cost),
                "USD");
    }

    /**
     * Success.
     *
     * @return the end of an answered operation
     */
    public static Next succeeded() {
        return new Next.Settled(OperationState.SUCCEEDED, EndReason.ANSWERED, List.of());
    }

    /**
     * An end of another kind.
     *
     * @param state a settled state
     * @param reason what ended it
     * @return the end
     */
    public static Next settled(OperationState state, EndReason reason) {
        return new Next.Settled(state, reason, List.of());
    }

    /**
     * Another try.
     *
     * @return a retry in 300 ms
     */
    public static Next retry() {
        return new Next.Retry(Duration.ofMillis(300), null);
    }

    /**
     * An answer.
     *
     * @param text its text
     * @return the body of a result
     */
    public static StoredBody result(String text) {
        return new StoredBody(StoredBody.Kind.RESULT, "application/json", bytes(text));
    }

    /**
     * Text as bytes.
     *
     * @param text any text
     * @return its UTF-8 bytes
     */
    public static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
