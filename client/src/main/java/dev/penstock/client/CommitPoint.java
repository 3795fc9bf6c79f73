package dev.penstock.client;

import dev.penstock.provider.completion.AnswerConversion;
import dev.penstock.provider.completion.StreamChunk;
import dev.penstock.provider.completion.StreamChunk.Kind;
import dev.penstock.store.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Which events of one attempt's stream may be given to a live reader now, and which wait. Held back are everything before
 * the first output, so that another attempt can still take this one's place unseen, and everything from the last choice's
 * finish on, until the outcome is committed (R-STREAM-3, design 8). The order never changes. Pure; not thread-safe.
 */
final class CommitPoint {

    /**
     * How many bytes are held before the first output. A preamble is one frame that names the role; whoever sends more
     * without a word is not waited for any longer.
     */
    static final int PREAMBLE_BYTES = 64 << 10;

    private final boolean usageAsked;
    private final List<Bytes> held = new ArrayList<>();
    private Phase phase = Phase.PREAMBLE;
    private int heldBytes;
    private boolean done;

    private enum Phase {
        /** Nothing was given: another attempt may still begin anew. */
        PREAMBLE,
        /** Output was given, and what comes is given at once. */
        PASSING,
        /** All that may still come ends the answer, and waits for the commit. */
        ENDING
    }

    /**
     * At the start of an attempt.
     *
     * @param usageAsked whether the caller asked for the usage; else an event with nothing but the usage is left out
     */
    CommitPoint(boolean usageAsked) {
        this.usageAsked = usageAsked;
    }

    /**
     * Takes the next event.
     *
     * @return what may be given now, in order
     */
    List<Bytes> take(StreamChunk chunk) {
        return switch (chunk.kind()) {
            case OUTPUT, OTHER -> passable(chunk);
            case USAGE -> usageAsked ? passable(chunk) : List.of();
            case FINISH, DONE -> {
                phase = Phase.ENDING;
                done |= chunk.kind() == Kind.DONE;
                yield hold(chunk);
            }
            case ERROR, UNREADABLE -> List.of();
        };
    }

    /**
     * The outcome is committed and the answer complete: what was held for that. A provider that ended without [DONE] gets
     * it here, since every requested choice has its finish.
     *
     * @return the rest of the answer, in order; empty if it was no stream
     */
    List<Bytes> release() {
        List<Bytes> rest = taken();
        if (!done && phase == Phase.ENDING) {
            rest.add(Bytes.wrap(AnswerConversion.done()));
            done = true;
        }
        return rest;
    }

    private List<Bytes> passable(StreamChunk chunk) {
        return switch (phase) {
            case PREAMBLE -> {
                hold(chunk);
                if (chunk.kind() != Kind.OUTPUT && heldBytes <= PREAMBLE_BYTES) {
                    yield List.of();
                }
                phase = Phase.PASSING;
                yield taken();
            }
            case PASSING -> List.of(Bytes.wrap(chunk.raw()));
            case ENDING -> hold(chunk);
        };
    }

    private List<Bytes> hold(StreamChunk chunk) {
        held.add(Bytes.wrap(chunk.raw()));
        heldBytes += chunk.raw().length;
        return List.of();
    }

    private List<Bytes> taken() {
        List<Bytes> taken = new ArrayList<>(held);
        held.clear();
        heldBytes = 0;
        return taken;
    }
}
