package dev.penstock.client;

import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One chat completion that is asked for. Immutable.
 *
 * @param body the request's JSON, sent as it stands but for the splices of design 7
 * @param key the caller's name for the operation; null leaves no durable record and nothing is deduplicated (R-OP-11)
 * @param settings how it is to be run
 * @param check what the caller demands of an answer
 * @param delivery how the answer is given
 */
public record ChatCall(
        Bytes body, @Nullable IdempotencyKey key, CallSettings settings, ResultCheck check, Delivery delivery) {

    /**
     * A call whose answer is given in one piece.
     *
     * @param body the request's JSON
     * @param key the caller's name for the operation, or null
     * @param settings how it is to be run
     * @param check what the caller demands of an answer
     */
    public ChatCall(Bytes body, @Nullable IdempotencyKey key, CallSettings settings, ResultCheck check) {
        this(body, key, settings, check, Delivery.whole());
    }

    /**
     * A call without a key, with the settings of {@link CallSettings#attached()}.
     *
     * @param json the request's JSON
     * @return the call
     */
    public static ChatCall of(String json) {
        return of(Bytes.wrap(json.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * A call without a key, with the settings of {@link CallSettings#attached()}.
     *
     * @param json the request's JSON as UTF-8
     * @return the call
     */
    public static ChatCall of(Bytes json) {
        return new ChatCall(json, null, CallSettings.attached(), ResultCheck.none());
    }

    /**
     * The same under a key: one committed result per key, found again after a crash.
     *
     * @param value the caller's name for the operation
     * @return a copy
     */
    public ChatCall withKey(String value) {
        return new ChatCall(body, new IdempotencyKey(value), settings, check, delivery);
    }

    /**
     * The same with other settings.
     *
     * @param value how it is to be run
     * @return a copy
     */
    public ChatCall withSettings(CallSettings value) {
        return new ChatCall(body, key, value, check, delivery);
    }

    /**
     * The same with a check of the answer.
     *
     * @param value what the caller demands of an answer
     * @return a copy
     */
    public ChatCall withCheck(ResultCheck value) {
        return new ChatCall(body, key, settings, value, delivery);
    }

    /**
     * The same with another delivery.
     *
     * @param value how the answer is given
     * @return a copy
     */
    public ChatCall withDelivery(Delivery value) {
        return new ChatCall(body, key, settings, check, value);
    }

    @Override
    public String toString() {
        return "ChatCall[" + body + (key == null ? "" : ", keyed") + "]";
    }
}
