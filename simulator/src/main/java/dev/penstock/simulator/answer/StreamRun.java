package dev.penstock.simulator.answer;

import dev.penstock.simulator.answer.EventSink.Event;
import dev.penstock.simulator.answer.EventSink.Kind;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer.StreamError;
import java.util.ArrayList;
import java.util.List;

/** Tells a generation as the events of a stream: roles, deltas of all choices in turn, finishes, usage, done. */
public final class StreamRun {

    private final Generation generation;
    private final EventSink sink;
    private final UsagePlace place;
    private final String opening;
    private final String closing;
    private int deltas;

    private StreamRun(Generation generation, EventSink sink) {
        this.generation = generation;
        this.sink = sink;
        this.place = generation.usagePlace();
        this.opening = "{\"id\":" + Json.quote(generation.identity().id())
                + ",\"object\":\"chat.completion.chunk\",\"created\":"
                + generation.identity().createdSeconds()
                + ",\"model\":" + Json.quote(generation.model())
                + ",\"system_fingerprint\":\"fp_simulator\",\"choices\":[";
        this.closing = place == UsagePlace.SEPARATE_CHUNK ? "],\"usage\":null}" : "]}";
    }

    /**
     * Tells a generation.
     *
     * @param generation the generation
     * @param sink where its events go
     * @throws InterruptedException if the thread is interrupted
     */
    public static void tell(Generation generation, EventSink sink) throws InterruptedException {
        StreamRun run = new StreamRun(generation, sink);
        if (run.error() || !run.body()) {
            return;
        }
        run.end();
    }

    /** Sends the error if its place is here; true if the stream ends with it. */
    private boolean error() throws InterruptedException {
        StreamError error = generation.answer().error();
        if (error == null || error.afterDeltas() != deltas) {
            return false;
        }
        sink.accept(new Event(Kind.ERROR, error.event() ? "error" : "", error.json()));
        if (error.done()) {
            sink.accept(new Event(Kind.DONE, "", "[DONE]"));
        }
        return true;
    }

    private boolean body() throws InterruptedException {
        List<Choice> choices = generation.choices();
        List<List<Delta>> open = new ArrayList<>();
        int longest = 0;
        for (Choice choice : choices) {
            List<Delta> pieces = choice.deltas(generation.answer().deltas());
            open.add(pieces);
            longest = Math.max(longest, pieces.size());
            if (!chunk(Kind.ROLE, choice.index(), new Delta.Role())) {
                return false;
            }
        }
        int unfinished = choices.size();
        for (int i = 0; i <= longest; i++) {
            for (Choice choice : choices) {
                List<Delta> pieces = open.get(choice.index());
                if (i < pieces.size()) {
                    deltas++;
                    if (!chunk(Kind.DELTA, choice.index(), pieces.get(i)) || error()) {
                        return false;
                    }
                } else if (i == pieces.size() && !finish(choice, --unfinished == 0)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean finish(Choice choice, boolean last) throws InterruptedException {
        boolean carries = last
                && (place == UsagePlace.LAST_CHUNK
                        || place == UsagePlace.NULL_VALUE
                        || place == UsagePlace.EMPTY_OBJECT);
        String usage = carries ? UsageJson.member(place, generation.usage()) : "";
        if (choice.finish() == null && usage.isEmpty()) {
            return true;
        }
        String finish = choice.finish() == null ? "null" : Json.quote(choice.finish());
        String data = opening + "{\"index\":" + choice.index() + ",\"delta\":{\"content\":\"\"},\"logprobs\":null"
                + ",\"finish_reason\":" + finish + "}"
                + (usage.isEmpty() ? closing : "]" + usage + "}");
        return sink.accept(new Event(Kind.CLOSING, "", data));
    }

    private boolean chunk(Kind kind, int index, Delta delta) throws InterruptedException {
        String data = opening + "{\"index\":" + index + ",\"delta\":" + delta.json()
                + ",\"logprobs\":null,\"finish_reason\":null}" + closing;
        return sink.accept(new Event(kind, "", data));
    }

    private void end() throws InterruptedException {
        boolean more = place != UsagePlace.SEPARATE_CHUNK || usageChunk();
        if (more && generation.answer().finish().done()) {
            more = sink.accept(new Event(Kind.DONE, "", "[DONE]"));
        }
        if (more && place == UsagePlace.AFTER_DONE) {
            usageChunk();
        }
    }

    private boolean usageChunk() throws InterruptedException {
        String usage = UsageJson.member(UsagePlace.SEPARATE_CHUNK, generation.usage());
        return sink.accept(new Event(Kind.CLOSING, "", opening + "]" + usage + "}"));
    }
}
