package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.completion.StreamChunk.Kind;
import dev.penstock.provider.sse.SseEvent;
import dev.penstock.provider.sse.SseListener;
import dev.penstock.provider.sse.SseReader;
import dev.penstock.provider.text.ByteBuilder;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads a 200 that is an event stream. */
final class StreamReader implements ResponseReader, SseListener {

    private static final int LONGEST_DONE = 32;

    private final AnswerDecoding decoding;
    private final ReaderLimits limits;
    private final ChunkSink sink;
    private final SseReader events;
    private final Set<AnswerFlag> flags = EnumSet.noneOf(AnswerFlag.class);

    /** The beginning of what is no event stream at all, as far as the bound for errors. */
    private final ByteBuilder stray = new ByteBuilder();

    private Framing framing = Framing.OPEN;
    private Phase phase = Phase.OPEN;
    private boolean progress;
    private boolean done;
    private boolean brokenFrame;
    private long eventCount;
    private long eventBytes;
    private @Nullable ErrorFacts error;

    StreamReader(AnswerDecoding decoding, ReaderLimits limits, ChunkSink sink) {
        this.decoding = decoding;
        this.limits = limits;
        this.sink = sink;
        this.events = new SseReader(limits.maxFrameBytes(), this, sink != ChunkSink.NONE);
    }

    @Override
    public Received accept(byte[] bytes, int offset, int length) {
        progress = false;
        int read = events.accept(bytes, offset, length);
        if (events.tooLarge()) {
            phase = Phase.TOO_LARGE;
        } else if (done && !isBlank(bytes, offset + read, offset + length)) {
            flags.add(AnswerFlag.AFTER_DONE);
        }
        return new Received(progress, phase);
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] > ' ' || bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void event(SseEvent event) {
        eventCount++;
        eventBytes += event.data().length;
        Kind kind = event.name().equals("error") ? errorEvent(event.data()) : read(event.data());
        if (eventBytes > limits.maxBodyBytes()) {
            advance(Phase.TOO_LARGE);
        }
        sink.chunk(new StreamChunk(kind, event.data(), event.raw()));
    }

    @Override
    public void stray(byte[] bytes, int from, int to) {
        int room = limits.maxErrorBytes() - stray.length();
        if (eventCount == 0 && room > 1) {
            stray.append(bytes, from, Math.min(to, from + room - 1));
            stray.append('\n');
        }
    }

    private Kind read(byte[] data) {
        if (isDone(data)) {
            done = true;
            advance(Phase.ENDED);
            return Kind.DONE;
        }
        boolean wasFinished = decoding.isFinished();
        Chunk chunk;
        try {
            chunk = decoding.decode(data, data.length);
        } catch (JacksonException e) {
            brokenFrame |= !isBlank(data, 0, data.length);
            return Kind.UNREADABLE;
        }
        progress |= chunk.output;
        if (chunk.error != null) {
            return errored(chunk.error);
        }
        if (decoding.isFinished() && !wasFinished) {
            advance(Phase.FINISHED);
            return Kind.FINISH;
        }
        if (chunk.output) {
            return Kind.OUTPUT;
        }
        return chunk.usage && chunk.choiceCount == 0 ? Kind.USAGE : Kind.OTHER;
    }

    private Kind errorEvent(byte[] data) {
        try {
            return errored(ChunkDecoder.errorIn(data));
        } catch (JacksonException e) {
            ErrorFacts plain = ErrorBody.read(data);
            return errored(plain == null ? ErrorFacts.NONE : plain);
        }
    }

    private Kind errored(ErrorFacts facts) {
        if (decoding.isFinished()) {
            flags.add(AnswerFlag.ERROR_AFTER_FINISH);
        } else {
            error = facts;
        }
        advance(Phase.ENDED);
        return Kind.ERROR;
    }

    private void advance(Phase next) {
        if (next.compareTo(phase) > 0) {
            phase = next;
        }
        if (phase.compareTo(Phase.ENDED) >= 0) {
            events.stop();
        }
    }

    private static boolean isDone(byte[] data) {
        return data.length <= LONGEST_DONE && new String(data, UTF_8).strip().equals("[DONE]");
    }

    @Override
    public void end(boolean framingComplete) {
        framing = Framing.ended(framingComplete);
        events.end();
    }

    @Override
    public ResponseFacts judge() {
        return AnswerDecoding.facts(completion());
    }

    private Completion completion() {
        boolean output = decoding.answer().hasOutput();
        if (error != null) {
            return new Completion.ErrorObject(error, output);
        }
        if (done || decoding.isFinished()) {
            return brokenFrame ? new Completion.NotTheProtocol("a frame that is not JSON") : decoding.whole();
        }
        if (phase == Phase.TOO_LARGE) {
            return new Completion.NotTheProtocol("a frame or a stream over the size cap");
        }
        if (eventCount == 0 && stray.length() > 0) {
            return unframed();
        }
        if (eventCount == 0 && !events.truncated()) {
            return new Completion.Nothing();
        }
        if (framing != Framing.COMPLETE) {
            return new Completion.Partial(output);
        }
        return brokenFrame
                ? new Completion.NotTheProtocol("a frame that is not JSON")
                : new Completion.Truncated(output);
    }

    /** Not one event, and yet a body: an error object is believed, nothing else is (B032). */
    private Completion unframed() {
        if (framing != Framing.COMPLETE) {
            return new Completion.Partial(false);
        }
        try {
            Chunk chunk = new AnswerDecoding(decoding.asked(), Set.of()).decode(stray.array(), stray.length());
            if (chunk.error != null) {
                return new Completion.ErrorObject(chunk.error, false);
            }
        } catch (JacksonException e) {
            return new Completion.NotTheProtocol("a body without a single event");
        }
        return new Completion.NotTheProtocol("JSON where events were announced");
    }

    @Override
    public Answer answer() {
        Set<AnswerFlag> all = EnumSet.noneOf(AnswerFlag.class);
        all.addAll(flags);
        decoding.flag(all);
        if (!done) {
            all.add(AnswerFlag.MISSING_DONE);
        }
        boolean whole = completion() instanceof Completion.Whole;
        if (whole && framing == Framing.CUT && !done) {
            all.add(AnswerFlag.CUT_AFTER_COMPLETE);
        }
        if (events.invalidUtf8()) {
            all.add(AnswerFlag.INVALID_UTF8);
        }
        byte[] json = eventCount == 0 ? new byte[0] : AnswerWriter.whole(decoding.answer());
        return new Answer(decoding.answer(), json, !whole, all);
    }
}
