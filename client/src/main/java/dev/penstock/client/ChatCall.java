package dev.penstock.client;

import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.RequestParse;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One chat completion that is asked for. Immutable; its body is parsed once, by whoever needs it first. */
public final class ChatCall {

    private final Body body;
    private final @Nullable IdempotencyKey key;
    private final CallSettings settings;
    private final ResultCheck check;
    private final Delivery delivery;

    private ChatCall(
            Body body, @Nullable IdempotencyKey key, CallSettings settings, ResultCheck check, Delivery delivery) {
        this.body = body;
        this.key = key;
        this.settings = settings;
        this.check = check;
        this.delivery = delivery;
    }

    /**
     * A call whose answer is given in one piece.
     *
     * @param body the request's JSON
     * @param key the caller's name for the operation, or null
     * @param settings how it is to be run
     * @param check what the caller demands of an answer
     */
    public ChatCall(Bytes body, @Nullable IdempotencyKey key, CallSettings settings, ResultCheck check) {
        this(new Body(body), key, settings, check, Delivery.whole());
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
     * @param value the caller's name for the operation, 1 to 255 characters
     * @return a copy
     * @throws IllegalArgumentException if it is empty, longer, or has control characters
     */
    public ChatCall withKey(String value) {
        return new ChatCall(body, IdempotencyKey.given(value), settings, check, delivery);
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

    /**
     * The request's JSON, sent as it stands but for the splices of design 7.
     *
     * @return the body
     */
    public Bytes body() {
        return body.json;
    }

    /**
     * The body as it was understood.
     *
     * @return the request, or why it is none
     */
    public RequestParse request() {
        return body.parsed();
    }

    /**
     * The caller's name for the operation.
     *
     * @return the key; null leaves no durable record, and nothing is deduplicated (R-OP-11)
     */
    public @Nullable IdempotencyKey key() {
        return key;
    }

    /**
     * How it is to be run.
     *
     * @return the settings
     */
    public CallSettings settings() {
        return settings;
    }

    /**
     * What the caller demands of an answer.
     *
     * @return the check
     */
    public ResultCheck check() {
        return check;
    }

    /**
     * How the answer is given.
     *
     * @return the delivery
     */
    public Delivery delivery() {
        return delivery;
    }

    @Override
    public String toString() {
        return "ChatCall[" + body.json + (key == null ? "" : ", keyed") + "]";
    }

    /** A body and what it was parsed to. Of two who parse it at once each gets an equal request. */
    private static final class Body {

        private final Bytes json;
        private volatile @Nullable RequestParse parsed;

        Body(Bytes json) {
            this.json = json;
        }

        RequestParse parsed() {
            RequestParse known = parsed;
            if (known == null) {
                known = ChatRequest.parse(json.unsafeArray());
                parsed = known;
            }
            return known;
        }
    }
}
