package dev.penstock.simulator;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.BehaviourBuilder;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** One exchange with a simulator, as a client sees it on the wire and as the log tells it. */
record Wire(String text, RawClient.End end, LogEntry entry) {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final String FLASH = "deepseek-v4-flash";

    /** A plain request under a behaviour, read until the connection ends. */
    static Wire plain(UnaryOperator<BehaviourBuilder> then) throws Exception {
        return of(then, RawClient.chat(FLASH, false, "hello"));
    }

    /** A stream under a behaviour, read until the connection ends. */
    static Wire stream(UnaryOperator<BehaviourBuilder> then) throws Exception {
        return of(then, RawClient.chat(FLASH, true, "hello"));
    }

    static Wire of(UnaryOperator<BehaviourBuilder> then, String request) throws Exception {
        try (Simulator simulator =
                Simulator.start(FaultScript.builder().always(then).build())) {
            return of(simulator, request);
        }
    }

    static Wire of(Simulator simulator, String request) throws Exception {
        try (RawClient client = new RawClient(simulator)) {
            client.send(request);
            RawClient.End end = client.readToEnd();
            if (!simulator.awaitFinished(1, PATIENCE)) {
                throw new AssertionError("not finished: " + simulator.inProgress());
            }
            return new Wire(client.text(), end, simulator.log().getLast());
        }
    }

    String head() {
        return text.substring(0, text.indexOf("\r\n\r\n") + 4);
    }

    String body() {
        return text.substring(text.indexOf("\r\n\r\n") + 4);
    }

    /** The body without its chunks. */
    String unchunked() {
        StringBuilder body = new StringBuilder();
        String rest = body();
        while (!rest.isEmpty()) {
            int end = rest.indexOf("\r\n");
            int length = Integer.parseInt(rest.substring(0, end), 16);
            body.append(rest, end + 2, end + 2 + length);
            rest = rest.substring(end + 2 + length + 2);
        }
        return body.toString();
    }
}
