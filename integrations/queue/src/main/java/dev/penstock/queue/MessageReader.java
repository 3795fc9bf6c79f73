package dev.penstock.queue;

import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.RepeatedBy;
import dev.penstock.client.ResultCheck;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Tenant;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads what call a message asks for, in the gateway's words (design 12) and within the consumer's bounds. Pure. */
final class MessageReader {

    static final String KEY = "idempotency-key";
    private static final String TENANT = "x-penstock-tenant";
    private static final String DEADLINE = "x-penstock-deadline-ms";
    private static final String PRIORITY = "x-penstock-priority";
    private static final String REPLAY = "x-penstock-replay";
    private static final String PAYLOAD_VERSION = "x-penstock-payload-version";

    private static final int LONGEST_VERSION = 255;

    private final MessageHeaders headers;
    private final ConsumerConfig config;

    private MessageReader(QueueMessage message, ConsumerConfig config) {
        this.headers = new MessageHeaders(message);
        this.config = config;
    }

    /**
     * Reads a message.
     *
     * @param message what was delivered
     * @param redelivered whether the queue delivered it before: then nobody repeats it on purpose, and it reopens nothing
     *     that was given up (design 4, "Reopening")
     * @param config within what
     * @return the call
     * @throws UnfitMessage if it can never be one
     */
    static ChatCall read(QueueMessage message, boolean redelivered, ConsumerConfig config) throws UnfitMessage {
        if (message.body().size() > config.largestBody()) {
            throw new UnfitMessage("the body is larger than " + config.largestBody() + " bytes");
        }
        MessageReader reader = new MessageReader(message, config);
        CallSettings call = reader.call().withRepeat(redelivered ? RepeatedBy.SDK : RepeatedBy.CALLER);
        return new ChatCall(message.body(), key(message), call, ResultCheck.none());
    }

    /** The name of the operation as its publisher gave it; null if it gave none. */
    static @Nullable String name(QueueMessage message) {
        String given = message.header(KEY);
        return given == null ? message.messageId() : given;
    }

    private static IdempotencyKey key(QueueMessage message) throws UnfitMessage {
        String name = name(message);
        if (name == null) {
            throw new UnfitMessage(
                    "it has neither an Idempotency-Key header nor a message id: without a name it could be"
                            + " sent twice");
        }
        try {
            return IdempotencyKey.given(name);
        } catch (IllegalArgumentException e) {
            throw new UnfitMessage("Idempotency-Key or message id: " + e.getMessage());
        }
    }

    private CallSettings call() throws UnfitMessage {
        CallSettings usual = config.calls();
        Priority priority = headers.word(PRIORITY, Priority.class);
        String version = headers.text(PAYLOAD_VERSION);
        if (version != null && version.length() > LONGEST_VERSION) {
            throw new UnfitMessage(PAYLOAD_VERSION + " has at most " + LONGEST_VERSION + " characters");
        }
        CallSettings call = usual.withTenant(tenant())
                .withDeadline(deadline(usual.deadline()))
                .withReplay(replay(usual.replay()));
        call = priority == null ? call : call.withPriority(priority);
        return version == null ? call : call.withPayloadVersion(version);
    }

    private Tenant tenant() throws UnfitMessage {
        String named = headers.text(TENANT);
        if (named == null) {
            return config.tenants().getFirst();
        }
        for (Tenant tenant : config.tenants()) {
            if (tenant.id().equals(named)) {
                return tenant;
            }
        }
        throw new UnfitMessage(TENANT + " names a tenant that this consumer does not work for");
    }

    private Duration deadline(Duration longest) throws UnfitMessage {
        Long millis = headers.positive(DEADLINE);
        if (millis == null) {
            return longest;
        }
        if (millis > longest.toMillis()) {
            throw new UnfitMessage(DEADLINE + " may be at most " + longest.toMillis() + " for this consumer");
        }
        return Duration.ofMillis(millis);
    }

    /** Duplicate generations are accepted by whoever runs the consumer, or by nobody. */
    private ReplaySetting replay(ReplaySetting usual) throws UnfitMessage {
        ReplaySetting asked = headers.word(REPLAY, ReplaySetting.class);
        if (asked == ReplaySetting.AFTER_ANYTHING && usual != ReplaySetting.AFTER_ANYTHING) {
            throw new UnfitMessage(REPLAY + " may not be after_anything for this consumer");
        }
        return asked == null ? usual : asked;
    }
}
