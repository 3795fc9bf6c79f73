package dev.penstock.simulator;

import dev.penstock.simulator.PacedWriter.Piece;
import dev.penstock.simulator.answer.EventSink.Event;
import dev.penstock.simulator.answer.EventSink.Kind;
import dev.penstock.simulator.answer.Generation;
import dev.penstock.simulator.answer.StreamRun;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.Framing;
import dev.penstock.simulator.script.Framing.Length;
import dev.penstock.simulator.script.Pace;
import dev.penstock.simulator.script.Reply.Segment;
import dev.penstock.simulator.script.Span;
import dev.penstock.simulator.wire.BodyFramer;
import dev.penstock.simulator.wire.ClientConnection;
import dev.penstock.simulator.wire.EventEncoder;
import dev.penstock.simulator.wire.ResponseWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Sends one answer as its plan says. */
final class Delivery {

    private static final byte[] BLANK_LINE = {'\n'};

    private final Engine engine;
    private final ClientConnection connection;
    private final OpenEntry entry;
    private final Plan plan;
    private final Pace pace;
    private final Framing framing;
    private final SplittableRandom chance;
    private final Settlement settlement;
    private final ResponseWriter writer;
    private final PacedWriter paced;

    Delivery(Engine engine, ClientConnection connection, OpenEntry entry, Plan plan, SplittableRandom chance) {
        this.engine = engine;
        this.connection = connection;
        this.entry = entry;
        this.plan = plan;
        this.pace = plan.behaviour().pace();
        this.framing = plan.behaviour().framing();
        this.chance = chance;
        this.settlement = new Settlement(engine, entry, plan);
        this.writer = new ResponseWriter(
                connection,
                new ResponseWriter.Settings(
                        plan.behaviour().ending(), pace.drip(), settlement.worksOn(), engine.clock(), chance),
                settlement);
        this.paced = new PacedWriter(writer, settlement, pace, chance);
    }

    /** Sends it; true if the connection may carry another request. */
    boolean run(boolean keepsAlive) throws InterruptedException {
        try {
            paced.pause(pace.beforeHead());
            Length length = send(keepsAlive);
            boolean reusable = !writer.hasEnded()
                    && keepsAlive
                    && entry.spoiled == null
                    && plan.behaviour().ending() instanceof Ending.KeepOpen
                    && length != Length.CLOSE
                    && framing.lengthError() == 0
                    && framing.lastChunk();
            writer.finish();
            if (!reusable) {
                connection.end();
            }
            return reusable && !connection.hasLeft();
        } finally {
            settlement.settle();
        }
    }

    private Length send(boolean keepsAlive) throws InterruptedException {
        return switch (plan.response()) {
            case Response.Nothing ignored -> {
                nothing();
                yield Length.CLOSE;
            }
            case Response.Raw raw -> {
                raw(raw.segments());
                yield Length.KNOWN;
            }
            case Response.Ready ready -> {
                Heading heading = Heading.of(ready, length(false), closes(keepsAlive));
                byte[] body = heading.hasBody() ? ready.body() : new byte[0];
                whole(heading, List.of(new Piece(Kind.CLOSING, body)));
                yield heading.length();
            }
            case Response.Generated generated -> {
                Generation generation = generated.generation();
                boolean stream = generation.isStream();
                Length length = length(stream || sendsKeepAlives());
                Heading heading = Heading.ofGenerated(stream, length, closes(keepsAlive));
                if (queued(heading, stream)) {
                    generated(heading, generation);
                }
                yield length;
            }
        };
    }

    private boolean closes(boolean keepsAlive) {
        return !keepsAlive || entry.spoiled != null;
    }

    private Length length(boolean unknown) {
        if (framing.length() != Length.USUAL) {
            return framing.length();
        }
        return unknown ? Length.CHUNKED : Length.KNOWN;
    }

    private void nothing() throws InterruptedException {
        if (plan.behaviour().ending() instanceof Ending.Cut cut && cut.how() == Ending.How.RST) {
            writer.giveUp(Outcome.RESET, Ending.How.RST);
        } else {
            writer.giveUp(Outcome.CUT, Ending.How.FIN);
        }
    }

    private void raw(List<Segment> segments) throws InterruptedException {
        settlement.bodyBegins();
        for (int i = 0; i < segments.size(); i++) {
            paced.pause(segments.get(i).pause());
            writer.put(segments.get(i).bytes().toBytes());
            if (i < segments.size() - 1) {
                writer.flush();
            }
        }
    }

    private void generated(Heading heading, Generation generation) throws InterruptedException {
        EventEncoder encoder = new EventEncoder(framing.events());
        if (!generation.isStream()) {
            whole(heading, List.of(new Piece(Kind.CLOSING, generation.json())));
        } else if (heading.length() == Length.KNOWN) {
            List<Piece> pieces = new ArrayList<>();
            StreamRun.tell(generation, event -> pieces.add(piece(encoder, event)));
            whole(heading, pieces);
        } else {
            settlement.bodyBegins();
            head(heading, 0);
            paced.begin();
            BodyFramer framer = framer(heading.length());
            StreamRun.tell(generation, event -> {
                Piece piece = piece(encoder, event);
                return paced.piece(new Piece(piece.kind(), framer.frame(piece.bytes())));
            });
            paced.end(framer.end());
        }
    }

    private static Piece piece(EventEncoder encoder, Event event) {
        return new Piece(event.kind(), encoder.event(event.name(), event.data()));
    }

    private BodyFramer framer(Length length) {
        return new BodyFramer(length, framing.lastChunk(), framing.gzip());
    }

    /** Sends a body whose pieces are all there; the last byte waits for the answer's end. */
    private void whole(Heading heading, List<Piece> pieces) throws InterruptedException {
        BodyFramer framer = framer(heading.length());
        List<Piece> framed = new ArrayList<>();
        long total = 0;
        for (Piece piece : pieces) {
            byte[] bytes = framer.frame(piece.bytes());
            framed.add(new Piece(piece.kind(), bytes));
            total += bytes.length;
        }
        byte[] end = framer.end();
        total += end.length;
        Piece last = framed.getLast();
        if (end.length == 0 && last.bytes().length > 0) {
            byte[] bytes = last.bytes();
            end = new byte[] {bytes[bytes.length - 1]};
            framed.set(framed.size() - 1, new Piece(last.kind(), Arrays.copyOf(bytes, bytes.length - 1)));
        }
        settlement.bodyBegins();
        head(heading, total);
        paced.begin();
        for (Piece piece : framed) {
            if (!paced.piece(piece)) {
                break;
            }
        }
        paced.end(end);
    }

    private void head(Heading heading, long total) throws InterruptedException {
        if (!paced.isHeadWritten()) {
            paced.head(heading.toBytes(engine, entry, plan, total));
        }
    }

    /** Waits for the inference, with keep-alives; false if it does not begin in time. */
    private boolean queued(Heading heading, boolean stream) throws InterruptedException {
        byte[] bytes = stream ? new EventEncoder(framing.events()).keepAlive() : BLANK_LINE;
        byte[] keepAlive = new BodyFramer(heading.length(), true, false).frame(bytes);
        boolean sends = sendsKeepAlives() && heading.length() != Length.KNOWN;
        long interval = sends ? keepAliveMicros() : Long.MAX_VALUE;
        if (sends) {
            writer.keepAliveWith(keepAlive, interval);
            head(heading, 0);
        }
        long limit = TimeUnit.MILLISECONDS.toMicros(
                engine.options().look().inferenceWait().toMillis());
        long wait = pace.queue().draw(chance);
        long until = Math.min(wait, limit);
        for (long waited = 0; waited < until && !writer.isOver(); ) {
            long step = Math.min(interval, until - waited);
            writer.pause(step);
            waited += step;
            if (step == interval) {
                writer.put(keepAlive);
                writer.flush();
            }
        }
        if (wait >= limit) {
            writer.giveUp(Outcome.WAIT_EXPIRED, Ending.How.FIN);
        }
        return wait < limit;
    }

    private boolean sendsKeepAlives() {
        boolean waits = !pace.queue().isZero()
                || (plan.behaviour().ending() instanceof Ending.Stall stall && stall.keepAlives());
        return waits && keepAliveMicros() != Long.MAX_VALUE;
    }

    private long keepAliveMicros() {
        Span interval = Objects.requireNonNullElseGet(
                pace.keepAlive(), () -> Span.of(engine.options().look().keepAlive()));
        return interval.draw(chance);
    }
}
