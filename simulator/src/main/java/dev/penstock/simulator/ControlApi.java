package dev.penstock.simulator;

import dev.penstock.simulator.answer.ErrorBody;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.ScriptException;
import dev.penstock.simulator.script.Span;
import dev.penstock.simulator.wire.BodyReader;
import dev.penstock.simulator.wire.ClientConnection;
import dev.penstock.simulator.wire.HttpHead;
import dev.penstock.simulator.wire.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.io.JsonStringEncoder;

/** Control over HTTP, under {@code /control}. Its requests are not in the log, and no script's rules apply to them. */
final class ControlApi {

    private final Simulator simulator;

    ControlApi(Simulator simulator) {
        this.simulator = simulator;
    }

    private record Answer(int status, String type, String body) {

        static Answer ok() {
            return json(200, "{\"ok\":true}");
        }

        static Answer json(int status, String body) {
            return new Answer(status, "application/json", body);
        }

        static Answer wrong(int status, String message) {
            return json(
                    status,
                    new String(
                            ErrorBody.of(message, "invalid_request_error", "control_refused"), StandardCharsets.UTF_8));
        }
    }

    /** Serves one request; the connection is closed after it. */
    Exchange.Next serve(ClientConnection connection, HttpHead head) {
        if (BodyReader.read(connection, head, Long.MAX_VALUE) instanceof BodyReader.Whole whole) {
            Answer answer = answer(head, new String(whole.bytes(), StandardCharsets.UTF_8));
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            byte[] bytes = new ResponseHead(answer.status())
                    .add("Content-Type", answer.type())
                    .add("Content-Length", Integer.toString(body.length))
                    .add("Connection", "close")
                    .toBytes();
            connection.write(bytes, 0, bytes.length);
            connection.write(body, 0, body.length);
        }
        connection.end();
        return new Exchange.Closed();
    }

    private Answer answer(HttpHead head, String body) {
        try {
            return switch (head.method() + " " + head.path()) {
                case "GET /control/log" -> log(head);
                case "GET /control/in-progress" -> lines(simulator.inProgress());
                case "GET /control/stats" -> stats();
                case "POST /control/script" -> script(body);
                case "POST /control/reset" -> {
                    simulator.reset();
                    yield Answer.ok();
                }
                case "POST /control/drop" -> {
                    simulator.dropConnections();
                    yield Answer.ok();
                }
                case "POST /control/refuse" -> refuse(head);
                default -> Answer.wrong(404, "No such control");
            };
        } catch (ScriptException e) {
            return Answer.wrong(400, "The script is not used: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return Answer.wrong(400, String.valueOf(e.getMessage()));
        }
    }

    private Answer script(String yaml) {
        simulator.script(FaultScript.parse(yaml));
        return Answer.ok();
    }

    private Answer refuse(HttpHead head) {
        long micros = head.parameter("for").map(Span::parse).orElse(Span.ZERO).minMicros();
        if (micros == 0 || micros == Long.MAX_VALUE) {
            return Answer.wrong(400, "for is needed, such as /control/refuse?for=2s");
        }
        simulator.refuseConnections(Duration.ofMillis(micros / 1_000));
        return Answer.ok();
    }

    private Answer log(HttpHead head) {
        long after = head.parameter("after").map(Long::valueOf).orElse(0L);
        return lines(
                simulator.log().stream().filter(entry -> entry.id() > after).toList());
    }

    private static Answer lines(List<LogEntry> entries) {
        return new Answer(
                200,
                "application/x-ndjson",
                entries.stream().map(entry -> entry.toJson() + "\n").collect(Collectors.joining()));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }

    private Answer stats() {
        String peaks = simulator.maxActive().entrySet().stream()
                .map(peak -> quoted(peak.getKey()) + ":" + peak.getValue())
                .collect(Collectors.joining(",", "{", "}"));
        return Answer.json(
                200,
                "{\"finished\":" + simulator.finishedCount() + ",\"in_progress\":"
                        + simulator.inProgress().size() + ",\"connections\":" + simulator.connectionCount()
                        + ",\"open_connections\":" + simulator.openConnections() + ",\"max_active\":" + peaks + "}");
    }
}
