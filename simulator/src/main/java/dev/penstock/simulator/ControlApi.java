package dev.penstock.simulator;

import dev.penstock.simulator.answer.ErrorBody;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.wire.BodyReader;
import dev.penstock.simulator.wire.ClientConnection;
import dev.penstock.simulator.wire.HttpHead;
import dev.penstock.simulator.wire.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Control over HTTP, under {@code /control}. Its requests are not in the log, and no script applies to them. */
final class ControlApi {

    private final Simulator simulator;

    ControlApi(Simulator simulator) {
        this.simulator = simulator;
    }

    @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
    private record Answer(int status, String type, byte[] body) {

        static Answer json(String body) {
            return new Answer(200, "application/json", body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Serves one request; the connection is closed after it. */
    Exchange.Next serve(ClientConnection connection, HttpHead head) {
        if (BodyReader.read(connection, head, Long.MAX_VALUE) instanceof BodyReader.Whole whole) {
            Answer answer = answer(head, whole.bytes());
            byte[] bytes = new ResponseHead(answer.status())
                    .add("Content-Type", answer.type())
                    .add("Content-Length", Integer.toString(answer.body().length))
                    .add("Connection", "close")
                    .toBytes();
            connection.write(bytes, 0, bytes.length);
            connection.write(answer.body(), 0, answer.body().length);
        }
        connection.end();
        return new Exchange.Closed();
    }

    private Answer answer(HttpHead head, byte[] body) {
        return switch (head.method() + " " + head.path()) {
            case "GET /control/log" -> log(simulator.log());
            case "GET /control/in-progress" -> log(simulator.inProgress());
            case "POST /control/reset" -> {
                simulator.reset();
                yield Answer.json("{\"reset\":true}");
            }
            default ->
                new Answer(
                        404,
                        "application/json",
                        ErrorBody.of("No such control", "invalid_request_error", "control_" + body.length));
        };
    }

    private static Answer log(List<LogEntry> entries) {
        String lines = entries.stream().map(entry -> entry.toJson() + "\n").collect(Collectors.joining());
        return new Answer(200, "application/x-ndjson", lines.getBytes(StandardCharsets.UTF_8));
    }
}
