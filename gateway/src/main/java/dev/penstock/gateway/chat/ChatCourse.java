package dev.penstock.gateway.chat;

import dev.penstock.client.Answer;
import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.Delivery;
import dev.penstock.client.PendingCall;
import dev.penstock.client.Result;
import dev.penstock.client.ResultCheck;
import dev.penstock.gateway.api.ApiAnswer;
import dev.penstock.gateway.api.ApiError;
import dev.penstock.gateway.api.CallTerms;
import dev.penstock.gateway.server.Exchange;
import dev.penstock.gateway.server.Reply;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.RequestParse;
import dev.penstock.store.Bytes;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One chat call, from its body to its answer, on one virtual thread. */
final class ChatCourse {

    private static final Bytes BLANK_LINE = Bytes.wrap(new byte[] {'\n'});
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final ChatParts parts;
    private final ChatSettings settings;
    private final RecentFailures failures;
    private final CallTerms terms;
    private final Exchange exchange;

    ChatCourse(ChatParts parts, ChatSettings settings, RecentFailures failures, CallTerms terms, Exchange exchange) {
        this.parts = parts;
        this.settings = settings;
        this.failures = failures;
        this.terms = terms;
        this.exchange = exchange;
    }

    void run(Bytes body) throws InterruptedException {
        ChatCall call = new ChatCall(body, terms.key(), onTime(terms.settings()), ResultCheck.none());
        switch (call.request()) {
            case RequestParse.Refused refused ->
                exchange.reply(Replies.error(ApiError.of(400, "invalid_request", refused.message())));
            case RequestParse.Valid valid -> {
                if (valid.request().stream()) {
                    stream(call, valid.request());
                } else {
                    whole(call);
                }
            }
        }
    }

    private void whole(ChatCall call) throws InterruptedException {
        try (PendingCall pending = start(call)) {
            Result result = settings.nonstreamKeepAlive() ? padded(pending, call.settings()) : pending.await();
            ApiAnswer answer = answer(result, call.body());
            Reply reply = Replies.whole(result, answer);
            if (!exchange.hasBegun()) {
                exchange.reply(reply);
            } else if (Replies.answerOf(result) != null) {
                exchange.end(reply.body());
            } else {
                // The status 200 is gone already: only a broken connection tells every client that this is no answer.
                exchange.breakOff(reply.body());
            }
        }
    }

    private void stream(ChatCall call, ChatRequest request) throws InterruptedException {
        EventStream stream = new EventStream(exchange, settings.keepAlive(), parts.time());
        Delivery delivery = terms.buffered() ? Delivery.whole() : Delivery.live(stream);
        try (PendingCall pending = start(call.withDelivery(delivery))) {
            Result result = awaitAloud(pending, call.settings(), stream);
            ApiAnswer answer = answer(result, call.body());
            Answer given = Replies.answerOf(result);
            if (given != null) {
                stream.finish(result, answer, given, request.includeUsage());
            } else if (exchange.hasBegun()) {
                exchange.breakOff(answer.toEvent());
            } else {
                exchange.reply(Replies.whole(result, answer));
            }
        }
    }

    private ApiAnswer answer(Result result, Bytes body) {
        ApiAnswer answer = ApiAnswer.of(result, terms.bySdk(), terms.key() != null);
        if (terms.key() == null && Replies.answerOf(result) != null) {
            failures.remove(terms.settings().tenant(), body);
        } else if (terms.key() == null && wasSent(result) && !exchange.isGone()) {
            failures.add(terms.settings().tenant(), body);
        }
        return answer;
    }

    /** A refusal that cost nothing must not make the next call a retry. */
    private static boolean wasSent(Result result) {
        return switch (result) {
            case Result.UnknownOutcome unknown -> unknown.operation().sends() > 0;
            case Result.Unusable unusable -> unusable.operation().sends() > 0;
            case Result.GaveUp gaveUp -> gaveUp.operation().sends() > 0;
            default -> false;
        };
    }

    private PendingCall start(ChatCall call) {
        PendingCall pending = parts.engine().start(call);
        Thread waiting = Thread.currentThread();
        exchange.whenGone(() -> {
            pending.close();
            waiting.interrupt();
        });
        return pending;
    }

    /** Waits, and lets a quiet stream say that it lives. */
    private Result awaitAloud(PendingCall pending, CallSettings call, EventStream stream) throws InterruptedException {
        Deadline answerBy = answerBy(call);
        while (true) {
            Duration wait = shorter(stream.untilComment(), answerBy.remaining());
            Optional<Result> result = pending.await(wait);
            if (result.isPresent()) {
                return result.get();
            }
            if (answerBy.isExpired()) {
                return pending.await();
            }
            stream.comment();
        }
    }

    /** Waits, and pads the answer with blank lines, which JSON allows before it. */
    private Result padded(PendingCall pending, CallSettings call) throws InterruptedException {
        Deadline answerBy = answerBy(call);
        while (true) {
            Optional<Result> result = pending.await(shorter(settings.keepAlive(), answerBy.remaining()));
            if (result.isPresent()) {
                return result.get();
            }
            if (answerBy.isExpired()) {
                return pending.await();
            }
            if (!exchange.hasBegun()) {
                exchange.begin(new Reply(200, "application/json", Map.of(), Bytes.EMPTY));
            }
            exchange.write(BLANK_LINE);
        }
    }

    private Deadline answerBy(CallSettings call) {
        Duration own = call.caller().answerDeadline();
        return parts.time().deadlineAfter(own == null ? call.deadline() : own);
    }

    /** The operation's time began with the request's first byte, and its caller's with it (design 5). */
    private CallSettings onTime(CallSettings asked) {
        Duration spent = Duration.ofNanos(parts.time().ticker().nanos() - exchange.firstByteNanos());
        CallSettings left = asked.withDeadline(rest(asked.deadline(), spent));
        @Nullable Duration own = asked.caller().answerDeadline();
        return own == null ? left : left.withAnswerDeadline(rest(own, spent));
    }

    private static Duration rest(Duration span, Duration spent) {
        Duration rest = span.minus(spent);
        return rest.compareTo(SHORTEST) < 0 ? SHORTEST : rest;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
