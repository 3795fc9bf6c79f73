package dev.penstock.client;

import dev.penstock.http.Exchange;
import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.Framing;
import dev.penstock.http.Origin;
import dev.penstock.http.RequestHeaders;
import dev.penstock.http.ResponseHead;
import dev.penstock.http.SendGuard;
import dev.penstock.http.StreamClocks;
import dev.penstock.http.Transport;
import dev.penstock.http.TransportRequest;
import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.provider.completion.Answer;
import dev.penstock.provider.completion.ChunkSink;
import dev.penstock.provider.completion.ReaderLimits;
import dev.penstock.provider.completion.Received;
import dev.penstock.provider.completion.ResponseReader;
import dev.penstock.provider.completion.StreamChunk;
import dev.penstock.provider.request.SentBody;
import dev.penstock.store.Bytes;
import dev.penstock.time.Time;
import dev.penstock.time.Timers.Timer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends one request and reads its answer to the protocol's end. Thread-safe; decides nothing and never sends twice. */
final class Sender {

    /** After the last requested choice finished, usage and [DONE] get this long (design 4). */
    static final Duration GRACE_AFTER_FINISH = Duration.ofSeconds(2);

    /** An error's body gets this long: its status decides anyway (row 11). */
    static final Duration GRACE_FOR_ERROR_BODY = Duration.ofSeconds(5);

    private final Route route;
    private final Transport transport;
    private final ReaderLimits readerLimits;
    private final Time time;
    private final Origin origin;
    private final String target;
    private final RequestHeaders headers;

    Sender(Route route, Transport transport, ReaderLimits readerLimits, Time time) {
        this.route = route;
        this.transport = transport;
        this.readerLimits = readerLimits;
        this.time = time;
        URI address = route.profile().endpoint().chat();
        this.origin = Origin.of(address);
        this.target = address.getRawPath();
        this.headers = RequestHeaders.NONE
                .contentType("application/json")
                .bearer(route.credential())
                .userAgent("penstock");
    }

    /**
     * Sends.
     *
     * @param body what to send
     * @param terms until when
     * @param guard asked directly before the first byte
     * @param stops who may end it
     * @return what it brought
     */
    AttemptReport send(SentBody body, Terms terms, SendGuard guard, StopSwitch stops) throws InterruptedException {
        RequestHeaders accepting = headers.accept(body.asked().stream() ? "text/event-stream" : "application/json");
        TraceParent trace = terms.traceParent();
        RequestHeaders traced = trace == null ? accepting : accepting.traceparent(trace.value());
        TransportRequest request = TransportRequest.post(origin, target, traced, body.bytes());
        boolean keepAlives = route.profile().habits().keepAlives();
        ExchangeLimits limits = ExchangeLimits.until(terms.deadline())
                .withAttemptEnd(terms.attemptEnd())
                .withClocks(
                        body.asked().stream()
                                ? StreamClocks.streaming(keepAlives)
                                : StreamClocks.wholeAnswer(keepAlives));
        try (Exchange exchange = transport.open(request, limits)) {
            Reading reading = new Reading(exchange, body, terms);
            stops.hook(why -> {
                if (why.closesExchange(terms.durable())) {
                    exchange.abort(AbortCause.CANCELLED);
                    terms.feed().wake();
                }
            });
            try {
                return reading.run(guard, terms);
            } finally {
                stops.unhook();
            }
        }
    }

    /** One exchange, read by one thread. */
    private final class Reading {

        private final Exchange exchange;
        private final SentBody body;
        private final long began = time.ticker().nanos();
        private long firstOutput = Timings.NEVER;
        private final List<StreamChunk> arrived = new ArrayList<>();
        private final @Nullable StreamRecord record;
        private final Feed feed;
        private @Nullable ResponseReader reader;
        private @Nullable ResponseHead head;
        private @Nullable Timer grace;

        Reading(Exchange exchange, SentBody body, Terms terms) {
            this.exchange = exchange;
            this.body = body;
            this.record = terms.keepsEvents() ? new StreamRecord() : null;
            this.feed = terms.feed();
        }

        AttemptReport run(SendGuard guard, Terms terms) throws InterruptedException {
            Throwable thrown = null;
            try {
                Optional<ResponseHead> answered = exchange.send(guard);
                if (answered.isPresent()) {
                    read(answered.get());
                }
            } catch (RuntimeException | Error e) {
                thrown = e;
                exchange.abort(AbortCause.CANCELLED);
            } finally {
                if (grace != null) {
                    grace.cancel();
                }
            }
            return report(terms, thrown);
        }

        private void read(ResponseHead answered) throws InterruptedException {
            head = answered;
            ResponseReader opened = ResponseReader.open(
                    route.profile(),
                    body.asked(),
                    new dev.penstock.provider.completion.ResponseHead(answered.status(), answered::all),
                    readerLimits,
                    record == null && !feed.isLive() ? ChunkSink.NONE : arrived::add);
            reader = opened;
            if (answered.status() != 200) {
                completeAfter(GRACE_FOR_ERROR_BODY);
            }
            for (byte[] bytes = exchange.read(); bytes != null; bytes = exchange.read()) {
                Received received = opened.accept(bytes, 0, bytes.length);
                if (received.progress()) {
                    progressed();
                }
                passOn();
                switch (received.phase()) {
                    case OPEN -> {}
                    case FINISHED -> {
                        if (grace == null) {
                            completeAfter(GRACE_AFTER_FINISH);
                        }
                    }
                    case ENDED -> {
                        exchange.complete();
                        return;
                    }
                    case TOO_LARGE -> {
                        exchange.abort(AbortCause.TOO_LARGE);
                        return;
                    }
                }
            }
            Framing framing = exchange.framing();
            opened.end(framing == Framing.COMPLETE || framing == Framing.UNTIL_CLOSE);
        }

        /** A live reader may take its time with what arrived: that is no silence of the provider's. */
        private void passOn() {
            if (arrived.isEmpty()) {
                return;
            }
            if (record != null) {
                arrived.forEach(record::take);
            }
            if (feed.isLive()) {
                exchange.pause();
                arrived.forEach(feed::give);
                exchange.resume();
            }
            arrived.clear();
        }

        private void progressed() {
            if (firstOutput == Timings.NEVER) {
                firstOutput = time.ticker().nanos() - began;
            }
            exchange.progress();
        }

        private void completeAfter(Duration span) {
            grace = time.timers().after(span.toNanos(), exchange::complete);
        }

        private AttemptReport report(Terms terms, @Nullable Throwable thrown) {
            DeliveryEvidence evidence = exchange.evidence();
            evidence = evidence.withFirstOutput(firstOutputWithin(evidence.timings()));
            Ending ending = thrown != null
                    ? new Ending.Threw()
                    : exchange.ending().orElseThrow(() -> new IllegalStateException("the exchange has not ended"));
            ResponseReader read = reader;
            if (read == null) {
                return new AttemptReport(AttemptFacts.of(evidence, ending), null, null, null, thrown);
            }
            AttemptFacts facts = new AttemptFacts(
                    evidence,
                    ending,
                    judged(read),
                    AttemptFacts.Acceptance.NOT_CHECKED,
                    terms.deadline().isExpired());
            Answer answer = read.answer();
            return new AttemptReport(facts, answer, requestId(), body(answer, facts), thrown);
        }

        /** Output was read after its bytes had arrived: its moment lies within those of the exchange. */
        private long firstOutputWithin(Timings timings) {
            if (firstOutput == Timings.NEVER || timings.ended() < timings.responseStarted()) {
                return firstOutput;
            }
            return Math.clamp(firstOutput, timings.responseStarted(), timings.ended());
        }

        /** Bytes that are not what their Content-Encoding says are an answer that cannot be used (row 19, B044). */
        private ResponseFacts judged(ResponseReader read) {
            ResponseFacts facts = read.judge();
            return facts.status() == 200 && exchange.framing() == Framing.UNDECODABLE
                    ? new ResponseFacts(200, null, new Completion.NotTheProtocol("undecodable"), facts.hints())
                    : facts;
        }

        private @Nullable String requestId() {
            ResponseHead answered = head;
            return answered == null
                    ? null
                    : answered.first("x-request-id")
                            .or(() -> answered.first("x-ds-trace-id"))
                            .orElse(null);
        }

        private @Nullable KeptBody body(Answer answer, AttemptFacts facts) {
            Bytes events = record == null ? Bytes.EMPTY : record.bytes();
            boolean streamed = events.size() > 0;
            Bytes bytes = streamed ? events : Bytes.wrap(answer.json());
            if (bytes.size() == 0) {
                return null;
            }
            ResponseFacts response = facts.response();
            boolean whole = response != null && response.completion() instanceof Completion.Whole;
            return new KeptBody(
                    streamed ? AnswerForm.EVENTS : AnswerForm.JSON,
                    whole ? bytes : Bytes.wrap(route.credential().hiddenIn(bytes.unsafeArray())));
        }
    }
}
