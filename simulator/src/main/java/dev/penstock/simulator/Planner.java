package dev.penstock.simulator;

import dev.penstock.simulator.Gate.Admitted;
import dev.penstock.simulator.Gate.Refused;
import dev.penstock.simulator.Gate.Slot;
import dev.penstock.simulator.answer.ChatRequest;
import dev.penstock.simulator.answer.ErrorBody;
import dev.penstock.simulator.answer.Generation;
import dev.penstock.simulator.answer.ModelList;
import dev.penstock.simulator.look.ModelSpec;
import dev.penstock.simulator.script.Answer;
import dev.penstock.simulator.script.Behaviour;
import dev.penstock.simulator.script.Header;
import dev.penstock.simulator.script.Octets;
import dev.penstock.simulator.script.Reply;
import dev.penstock.simulator.wire.HttpHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides what is done with a request that was read whole. */
final class Planner {

    private final Engine engine;
    private final RuleBook book;
    private final OpenEntry entry;

    Planner(Engine engine, RuleBook book, OpenEntry entry) {
        this.engine = engine;
        this.book = book;
        this.entry = entry;
    }

    Plan plan(HttpHead head, ChatRequest request, Behaviour behaviour) {
        boolean completion = Paths.isCompletion(head.path()) && head.method().equals("POST");
        return switch (behaviour.reply()) {
            case Reply.Fixed fixed -> new Plan(fixed(fixed, entry), behaviour, completion ? counted() : null);
            case Reply.Raw raw -> new Plan(raw(raw, entry), behaviour, completion ? counted() : null);
            case Reply.Generated generated ->
                completion ? completion(head, request, behaviour, generated.answer()) : other(head, behaviour);
        };
    }

    private Slot counted() {
        Slot slot = engine.gate().count(key());
        entry.active = slot.active();
        return slot;
    }

    private Gate.Key key() {
        String model = Objects.requireNonNullElse(entry.model, "");
        return new Gate.Key(
                entry.account,
                engine.options().look().model(model).map(ModelSpec::id).orElse(model));
    }

    private Plan other(HttpHead head, Behaviour behaviour) {
        boolean known = Paths.isModels(head.path()) || Paths.isCompletion(head.path());
        if (!known) {
            return refusal(404, "Not Found", "not_found");
        }
        if (!isAuthorised(head)) {
            return unauthorised();
        }
        if (Paths.isCompletion(head.path()) || !head.method().equals("GET")) {
            return refusal(405, "Method Not Allowed", "method_not_allowed");
        }
        entry.status = 200;
        return new Plan(Response.Ready.json(200, ModelList.of(engine.options().look())), behaviour, null);
    }

    private Plan completion(HttpHead head, ChatRequest request, Behaviour behaviour, Answer answer) {
        if (!isAuthorised(head)) {
            return unauthorised();
        }
        Optional<String> problem = request.problem();
        if (problem.isPresent()) {
            return refusal(400, problem.get(), "invalid_request_error");
        }
        if (!isOffered(Objects.requireNonNullElse(request.model(), ""))) {
            return refusal(400, "Model Not Exist", "invalid_request_error");
        }
        return switch (engine.gate()
                .admit(key(), request.promptTokens(), book.script().limits())) {
            case Refused refused -> tooMany(refused);
            case Admitted admitted -> {
                entry.active = admitted.slot().active();
                entry.status = 200;
                yield new Plan(new Response.Generated(generation(request, answer)), behaviour, admitted.slot());
            }
        };
    }

    private Generation generation(ChatRequest request, Answer answer) {
        long seconds = engine.clock().epochMillis() / 1_000;
        String id =
                String.format(Locale.ROOT, "chatcmpl-sim-%08x-%d", book.script().seed(), entry.id());
        return new Generation(
                request,
                answer,
                engine.options().look(),
                new Generation.Identity(id, seconds, book.script().seed()));
    }

    private boolean isAuthorised(HttpHead head) {
        return engine.options().keys().account(head.header("authorization")).isPresent();
    }

    private boolean isOffered(String model) {
        return engine.options().look().anyModel()
                || model.startsWith(ModelFaults.PREFIX)
                || engine.options().look().model(model).isPresent();
    }

    private Plan unauthorised() {
        entry.status = 401;
        return Plan.usual(Response.Ready.json(401, ErrorBody.of(401)));
    }

    private Plan refusal(int status, String message, String code) {
        entry.status = status;
        return Plan.usual(Response.Ready.json(status, ErrorBody.of(message, "invalid_request_error", code)));
    }

    private Plan tooMany(Refused refused) {
        entry.active = refused.active();
        entry.status = 429;
        String retryAfter = refused.retryAfter();
        return Plan.usual(new Response.Ready(
                429,
                "application/json",
                ErrorBody.of("Rate Limit Reached", "rate_limit_error", refused.code()),
                retryAfter == null ? List.of() : List.of(new Header("Retry-After", retryAfter))));
    }

    static Response fixed(Reply.Fixed fixed, OpenEntry entry) {
        entry.status = fixed.status();
        Octets body = fixed.body();
        return new Response.Ready(
                fixed.status(),
                Objects.requireNonNullElse(fixed.contentType(), "application/json"),
                body == null ? ErrorBody.of(fixed.status()) : body.toBytes(),
                List.of());
    }

    static Response raw(Reply.Raw raw, OpenEntry entry) {
        entry.status = statusOf(raw);
        return new Response.Raw(raw.segments());
    }

    private static @Nullable Integer statusOf(Reply.Raw raw) {
        StringBuilder start = new StringBuilder();
        for (Reply.Segment segment : raw.segments()) {
            start.append(new String(segment.bytes().toBytes(), StandardCharsets.ISO_8859_1));
            if (start.length() >= 12) {
                String status = start.substring(9, 12);
                return start.indexOf("HTTP/1.") == 0 && status.matches("[0-9]{3}") ? Integer.valueOf(status) : null;
            }
        }
        return null;
    }
}
