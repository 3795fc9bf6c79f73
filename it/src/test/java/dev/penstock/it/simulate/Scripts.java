package dev.penstock.it.simulate;

import dev.penstock.it.simulate.Script.End;
import dev.penstock.it.simulate.Script.Kind;
import dev.penstock.it.simulate.Script.Part;
import dev.penstock.store.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Draws what a provider does. A quiet one answers everything. */
final class Scripts {

    private static final long MILLI = 1_000_000;
    private static final long LONGEST = 35_000;

    private final SplittableRandom random;
    private final double trouble;
    private final boolean slow;

    Scripts(SplittableRandom random) {
        this.random = random;
        this.trouble = new double[] {0, 0.25, 0.5, 0.8}[random.nextInt(4)];
        this.slow = random.nextInt(3) == 0;
    }

    /** What becomes of a request. */
    Script next(String id, boolean streamed, boolean quiet) {
        if (quiet || random.nextDouble() >= trouble) {
            return answer(id, streamed, "stop", Kind.WHOLE);
        }
        return switch (random.nextInt(16)) {
            case 0, 1 -> turnedAway(429, "rate_limit_error");
            case 2 -> turnedAway(503, "server_error");
            case 3 -> turnedAway(500, "server_error");
            case 4 -> status(400, Kind.REJECTED, "invalid_request_error");
            case 5 -> random.nextInt(4) == 0 ? status(402, Kind.STOPPED, "x") : turnedAway(503, "server_error");
            case 6 -> status(502, Kind.INTERMEDIARY, "x");
            case 7 -> status(504, Kind.INTERMEDIARY, "x");
            case 8, 9 -> silent(End.RESET);
            case 10 -> silent(End.STALLS);
            case 11 -> cut(answer(id, streamed, "stop", Kind.WHOLE), End.CLOSED);
            case 12 -> cut(answer(id, streamed, "stop", Kind.WHOLE), End.RESET);
            case 13 -> answer(id, streamed, "insufficient_system_resource", Kind.INTERRUPTED);
            case 14 -> answer(id, streamed, "length", Kind.WHOLE);
            default -> nonsense();
        };
    }

    /** A request that the provider never reads whole. */
    static Script unread(End end) {
        return new Script(Kind.SILENT, 0, null, 0, Map.of(), List.of(), end, 0);
    }

    private Script answer(String id, boolean streamed, String finish, Kind kind) {
        long work = work();
        if (!streamed) {
            String json =
                    ("{\"id\":\"%s\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"deepseek-v4-flash\","
                                    + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"%s\"},"
                                    + "\"finish_reason\":\"%s\"}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1,"
                                    + "\"total_tokens\":6}}")
                            .formatted(id, id, finish);
            return whole(kind, work, json, "application/json", id);
        }
        long step = work / 4;
        List<Part> parts = new ArrayList<>();
        parts.add(Script.part(step, event(id, "{\"role\":\"assistant\",\"content\":\"\"}", "null")));
        parts.add(Script.part(2 * step, event(id, "{\"content\":\"" + id + "\"}", "null")));
        parts.add(Script.part(3 * step, event(id, "{}", "\"" + finish + "\"")));
        parts.add(Script.part(4 * step, "data: [DONE]\n\n"));
        return new Script(kind, work, step, 200, headers("text/event-stream", id), parts, End.COMPLETE, work);
    }

    private static String event(String id, String delta, String finish) {
        return ("data: {\"id\":\"%s\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"deepseek-v4-flash\","
                        + "\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n")
                .formatted(id, delta, finish);
    }

    private Script turnedAway(int status, String type) {
        return status(status, Kind.TURNED_AWAY, type);
    }

    private Script status(int status, Kind kind, String type) {
        String json = "{\"error\":{\"message\":\"no\",\"type\":\"" + type + "\"}}";
        Script script = whole(kind, 0, json, "application/json", "refused");
        boolean hint = kind == Kind.TURNED_AWAY && random.nextInt(3) == 0;
        Map<String, List<String>> headers = hint
                ? Map.of("content-type", List.of("application/json"), "retry-after", List.of("" + random.nextInt(1, 9)))
                : script.headers();
        return new Script(kind, 0, script.head(), status, headers, script.parts(), End.COMPLETE, script.endsAt());
    }

    private Script nonsense() {
        return whole(Kind.NONSENSE, work(), "<html>busy</html>", "text/html", "nonsense");
    }

    private Script silent(End end) {
        // Whoever hangs up works no longer.
        long work = work();
        return new Script(Kind.SILENT, work, null, 0, Map.of(), List.of(), end, work);
    }

    private Script cut(Script whole, End end) {
        List<Part> parts = whole.parts();
        List<Part> kept = new ArrayList<>(parts.subList(0, parts.size() - 1));
        Part last = parts.getLast();
        int bytes = parts.size() == 1 ? random.nextInt(last.body().size()) : 0;
        if (parts.size() > 2) {
            // Before the finish, else the answer would be whole all the same.
            kept.removeLast();
        }
        if (bytes > 0) {
            kept.add(new Part(last.at(), Bytes.wrap(Arrays.copyOf(last.body().unsafeArray(), bytes))));
        }
        return new Script(
                Kind.CUT, whole.works(), whole.head(), 200, whole.headers(), kept, end, whole.endsAt() + MILLI);
    }

    private Script whole(Kind kind, long work, String text, String type, String id) {
        long at = work == 0 ? random.nextLong(MILLI, 200 * MILLI) : work;
        return new Script(
                kind, work, at, 200, headers(type, id), List.of(Script.part(at, text)), End.COMPLETE, at + MILLI);
    }

    private static Map<String, List<String>> headers(String type, String id) {
        return Map.of("content-type", List.of(type), "x-request-id", List.of(id));
    }

    private long work() {
        long millis = slow && random.nextInt(3) == 0
                ? random.nextLong(8_000, LONGEST)
                : random.nextLong(50, random.nextInt(4) == 0 ? 8_000 : 1_500);
        return millis * MILLI;
    }
}
