package dev.penstock.provider.request;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One chat completion as the caller asked for it: its own bytes, checked, and the facts that deciding needs. Only what
 * this house itself depends on is validated; everything else is the provider's to judge. Immutable as long as nobody
 * writes to {@link #body()}; its text never holds any of the body.
 */
public final class ChatRequest {

    private final byte[] body;
    private final RequestFacts facts;

    private ChatRequest(byte[] body, RequestFacts facts) {
        this.body = body;
        this.facts = facts;
    }

    /**
     * Reads a body.
     *
     * @param body UTF-8 JSON, kept and not copied
     * @return the request, or why it is refused
     */
    public static RequestParse parse(byte[] body) {
        try {
            return new RequestParse.Valid(new ChatRequest(body, new RequestScan(body).facts()));
        } catch (InvalidBody e) {
            return e.refused();
        }
    }

    /**
     * The body as the caller sent it.
     *
     * @return the array itself, not to be written to
     */
    public byte[] body() {
        return body;
    }

    /**
     * The model that the caller named.
     *
     * @return a model id or an alias, never empty
     */
    public String model() {
        return facts.model;
    }

    /**
     * What the caller asks for.
     *
     * @return stream and number of choices
     */
    public Asked asked() {
        return new Asked(facts.stream, facts.choices);
    }

    /**
     * Whether the caller wants a stream.
     *
     * @return false if {@code stream} is absent or null
     */
    public boolean stream() {
        return facts.stream;
    }

    /**
     * Whether the caller wants the stream's usage.
     *
     * @return false if {@code stream_options.include_usage} is absent or null
     */
    public boolean includeUsage() {
        return Boolean.TRUE.equals(facts.includeUsage);
    }

    /**
     * Whether the caller offers tools or functions.
     *
     * @return true if either list has an element
     */
    public boolean hasTools() {
        return facts.tools;
    }

    /**
     * The form of answer asked for.
     *
     * @return {@link ResponseFormat#TEXT} if nothing is said
     */
    public ResponseFormat responseFormat() {
        return facts.format;
    }

    /**
     * The schema in {@code response_format.json_schema.schema}.
     *
     * @return its bytes, empty if there is none
     */
    public Optional<byte[]> jsonSchema() {
        return Optional.ofNullable(facts.schema).map(at -> Arrays.copyOfRange(body, at.start(), at.end()));
    }

    /**
     * The most tokens the caller wants generated per choice.
     *
     * @return {@code max_completion_tokens}, or else {@code max_tokens}; empty if neither is a positive whole number
     */
    public OptionalLong maxTokens() {
        return facts.maxCompletionTokens.isPresent() ? facts.maxCompletionTokens : facts.maxTokens;
    }

    /**
     * About how many tokens the prompt has, for pacing only.
     *
     * @return an estimate from the number of characters
     */
    public long estimatedPromptTokens() {
        return facts.estimate.tokens();
    }

    /**
     * The end user that DeepSeek isolates by.
     *
     * @return {@code user_id}, empty if absent or an empty string
     */
    public Optional<String> userId() {
        return Optional.ofNullable(facts.userId);
    }

    /**
     * The body to send, with the members named changed in place and every other byte as it was.
     *
     * @param edits what to change
     * @return the bytes and the edits made
     */
    public SentBody splice(BodyEdits edits) {
        return BodySplice.of(body, facts, edits);
    }

    @Override
    public String toString() {
        return "ChatRequest[" + body.length + " bytes, " + asked() + "]";
    }
}
