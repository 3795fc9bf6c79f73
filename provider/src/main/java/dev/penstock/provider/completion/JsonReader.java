package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.json.Json;
import dev.penstock.provider.text.ByteBuilder;
import dev.penstock.provider.text.Utf8;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** Reads a 200 whose body is one JSON value. */
final class JsonReader implements ResponseReader {

    private AnswerDecoding decoding;
    private final ReaderLimits limits;
    private final JsonExtent extent = new JsonExtent();
    private Framing framing = Framing.OPEN;
    private boolean tooLarge;
    private @Nullable Completion completion;

    JsonReader(AnswerDecoding decoding, ReaderLimits limits) {
        this.decoding = decoding;
        this.limits = limits;
    }

    @Override
    public Received accept(byte[] bytes, int offset, int length) {
        if (tooLarge) {
            return new Received(false, Phase.TOO_LARGE);
        }
        boolean progress = extent.accept(bytes, offset, offset + length);
        tooLarge = extent.json().length() > limits.maxBodyBytes() || extent.padding() > limits.maxPaddingBytes();
        completion = null;
        return new Received(progress, tooLarge ? Phase.TOO_LARGE : Phase.OPEN);
    }

    @Override
    public void end(boolean framingComplete) {
        framing = Framing.ended(framingComplete);
        completion = null;
    }

    @Override
    public ResponseFacts judge() {
        return AnswerDecoding.facts(completion());
    }

    private Completion completion() {
        Completion found = completion;
        if (found == null) {
            found = find();
            completion = found;
        }
        return found;
    }

    private Completion find() {
        if (tooLarge) {
            return new Completion.NotTheProtocol("a body over the size cap");
        }
        if (extent.isBlank()) {
            return new Completion.Nothing();
        }
        boolean framed = framing == Framing.COMPLETE;
        if (extent.isForeign()) {
            return framed
                    ? new Completion.NotTheProtocol("a body that is not one JSON object")
                    : new Completion.Partial(false);
        }
        ByteBuilder json = extent.json();
        decoding = decoding.fresh();
        try {
            Chunk chunk = decoding.decode(json.array(), json.length());
            return framed
                    ? judged(chunk)
                    : new Completion.Partial(decoding.answer().hasOutput());
        } catch (JacksonException e) {
            return framed && (extent.isClosed() || !isCut(json))
                    ? new Completion.NotTheProtocol("broken JSON")
                    : new Completion.Partial(decoding.answer().hasOutput());
        }
    }

    /** Whether an object that was never closed is valid up to its last, perhaps unfinished, number or literal. */
    private static boolean isCut(ByteBuilder json) {
        int length = json.length();
        while (length > 0 && isOfScalar(json.array()[length - 1])) {
            length--;
        }
        try (JsonParser parser = Json.parser(json.array(), 0, length)) {
            while (parser.nextToken() != null) {
                parser.finishToken();
            }
            return true;
        } catch (JacksonException e) {
            boolean atEnd = e.getLocation() != null && e.getLocation().getByteOffset() >= length;
            return atEnd || e instanceof UnexpectedEndOfInputException;
        }
    }

    private static boolean isOfScalar(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || b == 'E' || b == '.' || b == '-' || b == '+';
    }

    private Completion judged(Chunk chunk) {
        if (chunk.error != null && !decoding.isFinished()) {
            return new Completion.ErrorObject(chunk.error, chunk.output);
        }
        return chunk.hasChoices ? decoding.whole() : new Completion.NotTheProtocol("JSON without choices");
    }

    @Override
    public Answer answer() {
        boolean whole = completion() instanceof Completion.Whole;
        Set<AnswerFlag> flags = EnumSet.noneOf(AnswerFlag.class);
        decoding.flag(flags);
        if (decoding.asked().stream()) {
            flags.add(AnswerFlag.JSON_FOR_STREAM);
        }
        ByteBuilder json = extent.json();
        if (Utf8.firstMalformed(json.array(), 0, json.length()) >= 0) {
            flags.add(AnswerFlag.INVALID_UTF8);
        }
        return new Answer(decoding.answer(), json.toByteArray(), !whole, flags);
    }
}
