package dev.penstock.simulator;

import dev.penstock.simulator.answer.ChatRequest;
import dev.penstock.simulator.answer.Digest;
import dev.penstock.simulator.answer.ErrorBody;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Behaviour;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.Ending.IdleClose;
import dev.penstock.simulator.script.Match;
import dev.penstock.simulator.script.Reading;
import dev.penstock.simulator.script.Reply;
import dev.penstock.simulator.script.Rule;
import dev.penstock.simulator.script.Subject;
import dev.penstock.simulator.wire.BodyReader;
import dev.penstock.simulator.wire.ClientConnection;
import dev.penstock.simulator.wire.HeadReader;
import dev.penstock.simulator.wire.HttpHead;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One request and its answer. */
final class Exchange {

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Engine engine;
    private final ControlApi control;
    private final ClientConnection connection;
    private final OpenEntry entry;
    private final RuleBook book;
    private final long consumedBefore;

    Exchange(Engine engine, ControlApi control, ClientConnection connection) {
        this.engine = engine;
        this.control = control;
        this.connection = connection;
        this.book = engine.book();
        this.consumedBefore = connection.consumed();
        this.entry = engine.log().open(connection.id());
    }

    /** What becomes of the connection afterwards. */
    sealed interface Next {}

    /** It is closed. */
    record Closed() implements Next {}

    /** It may carry another request. */
    record Open(@Nullable IdleClose idle) implements Next {}

    Next serve() throws InterruptedException {
        try {
            return exchange();
        } finally {
            closeEntry();
        }
    }

    private Next exchange() throws InterruptedException {
        HeadReader.Result result = HeadReader.read(connection);
        countBytes();
        return switch (result) {
            case HeadReader.Ended ignored -> incomplete();
            case HeadReader.Malformed malformed -> malformed(malformed.status(), malformed.reason());
            case HeadReader.Whole whole -> served(whole.head());
        };
    }

    private Next served(HttpHead head) throws InterruptedException {
        if (Paths.isControl(head.path()) && isControlled()) {
            engine.log().discard(entry);
            return control.serve(connection, head);
        }
        entry.method = head.method();
        entry.path = head.path();
        entry.headerNames = head.headerNames();
        Optional<String> account = engine.options().keys().account(head.header("authorization"));
        account.ifPresent(name -> entry.account = name);
        Rule rule = book.atHead(new Subject(head.path(), entry.account, null, null, null, null, book.sinceStart()))
                .orElse(null);
        Reading reading = rule == null ? Reading.WHOLE : rule.then().reading();
        engine.clock().sleep(reading.before().draw(chance()));
        if (BodyReader.isAnnounced(head) && head.header("expect").isPresent() && reading.atMost() > 0) {
            connection.write(CONTINUE, 0, CONTINUE.length);
        }
        BodyReader.Result body = BodyReader.read(connection, head, reading.atMost());
        countBytes();
        return switch (body) {
            case BodyReader.Ended ignored -> incomplete();
            case BodyReader.Malformed malformed -> malformed(malformed.status(), malformed.reason());
            case BodyReader.Stopped ignored -> stopped(rule, head);
            case BodyReader.Whole whole -> {
                entry.receivedAt = engine.clock().micros();
                entry.bodySha256 = Digest.sha256(whole.bytes());
                yield received(head, whole.bytes(), rule);
            }
        };
    }

    private boolean isControlled() {
        return switch (engine.options().control()) {
            case OFF -> false;
            case LOOPBACK -> connection.isLocal();
            case ANYWHERE -> true;
        };
    }

    private Next received(HttpHead head, byte[] body, @Nullable Rule headRule) throws InterruptedException {
        ChatRequest request = ChatRequest.parse(body);
        if (Paths.isCompletion(head.path())) {
            String content = request.content();
            entry.model = request.model();
            entry.stream = request.stream();
            entry.contentSha256 = content == null ? null : Digest.sha256(content);
        }
        Rule rule = headRule != null ? headRule : bodyRule(head, request);
        entry.rule = rule == null ? null : rule.name();
        Behaviour behaviour = rule == null ? book.script().defaults() : rule.then();
        Planner planner = new Planner(engine, book, entry);
        return deliver(planner.plan(head, request, behaviour), Peer.of(head));
    }

    private @Nullable Rule bodyRule(HttpHead head, ChatRequest request) {
        Subject subject = new Subject(
                head.path(),
                entry.account,
                entry.model,
                entry.stream,
                request.content(),
                entry.contentSha256,
                book.sinceStart());
        return book.atBody(subject)
                .or(() -> Optional.ofNullable(entry.model)
                        .flatMap(model -> ModelFaults.find(model, book.script().defaults()))
                        .map(fault -> new Rule(
                                String.valueOf(entry.model), Match.builder().build(), fault)))
                .orElse(null);
    }

    /** The script reads no further; what the rule answers nevertheless is sent, and the connection ended. */
    private Next stopped(@Nullable Rule rule, HttpHead head) throws InterruptedException {
        Behaviour behaviour = rule == null ? Behaviour.USUAL : rule.then();
        entry.rule = rule == null ? null : rule.name();
        entry.spoiled = Outcome.INCOMPLETE_REQUEST;
        engine.clock().sleep(behaviour.reading().hold().draw(chance()));
        Plan plan = switch (behaviour.reply()) {
            case Reply.Generated ignored -> new Plan(new Response.Nothing(), behaviour, null);
            case Reply.Fixed fixed -> new Plan(Planner.fixed(fixed, entry), behaviour, null);
            case Reply.Raw raw -> new Plan(Planner.raw(raw, entry), behaviour, null);
        };
        return deliver(plan, Peer.of(head));
    }

    private Next deliver(Plan plan, Peer peer) throws InterruptedException {
        boolean reusable = new Delivery(engine, connection, entry, plan, peer).run(chance());
        if (reusable && plan.behaviour().ending() instanceof Ending.KeepOpen open) {
            return new Open(open.idle());
        }
        return new Closed();
    }

    private SplittableRandom chance() {
        return book.chance(entry.id());
    }

    private Next malformed(int status, String reason) throws InterruptedException {
        byte[] body = ErrorBody.of(reason, "invalid_request_error", "malformed_request");
        entry.status = status;
        entry.spoiled = Outcome.MALFORMED_REQUEST;
        return deliver(Plan.usual(Response.Ready.json(status, body)), Peer.UNKNOWN);
    }

    private Next incomplete() {
        connection.end();
        return new Closed();
    }

    /** Whatever ended the exchange before an answer was under way, its line is written. */
    private void closeEntry() {
        if (!entry.isClaimed()) {
            long now = engine.clock().micros();
            entry.outcome = connection.isAborted() ? Outcome.SIMULATOR_CLOSED : Outcome.INCOMPLETE_REQUEST;
            entry.finishedAt = now;
            entry.workFinishedAt = now;
            engine.log().finish(entry);
        }
    }

    private void countBytes() {
        entry.bytesRead = connection.consumed() - consumedBefore;
    }
}
