package dev.penstock.simulator;

import dev.penstock.simulator.PacedWriter.Piece;
import dev.penstock.simulator.answer.EventSink.Event;
import dev.penstock.simulator.answer.EventSink.Kind;
import dev.penstock.simulator.answer.Generation;
import dev.penstock.simulator.answer.StreamRun;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Behaviour;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.Framing;
import dev.penstock.simulator.script.Framing.Length;
import dev.penstock.simulator.script.Reply.Segment;
import dev.penstock.simulator.wire.BodyFramer;
import dev.penstock.simulator.wire.ClientConnection;
import dev.penstock.simulator.wire.EventEncoder;
import dev.penstock.simulator.wire.ResponseWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Sends one answer as its plan says. */
final class Delivery {

    private final Engine engine;
    private final ClientConnection connection;
    private final OpenEntry entry;
    private final Plan plan;
    private final Peer peer;
    private final Framing framing;
    private final EventEncoder encoder;

    Delivery(Engine engine, ClientConnection connection, OpenEntry entry, Plan plan, Peer peer) {
        this.engine = engine;
        this.connection = connection;
        this.entry = entry;
        this.plan = plan;
        this.peer = peer;
        this.framing = plan.behaviour().framing();
        this.encoder = new EventEncoder(framing.events());
    }

    /** Sends it; true if the connection may carry another request. */
    boolean run(RandomGenerator chance) throws InterruptedException {
        Behaviour behaviour = plan.behaviour();
        Settlement settlement = new Settlement(engine, entry, plan);
        ResponseWriter writer = new ResponseWriter(
                connection,
                new ResponseWriter.Settings(
                        behaviour.ending(), behaviour.pace().drip(), settlement.worksOn(), engine.clock(), chance),
                settlement);
        try {
            PacedWriter paced = new PacedWriter(writer, settlement, behaviour.pace(), chance);
            paced.beforeHead();
            Length length = send(paced);
            boolean reusable = !writer.hasEnded() && isReusable(length);
            writer.finish();
            if (!reusable) {
                connection.end();
            }
            return reusable && !connection.hasLeft();
        } finally {
            settlement.settle();
        }
    }

    private boolean isReusable(Length length) {
        return !closes()
                && plan.behaviour().ending() instanceof Ending.KeepOpen
                && length != Length.CLOSE
                && framing.lengthError() == 0
                && framing.lastChunk();
    }

    private boolean closes() {
        return !peer.keepsAlive() || entry.spoiled != null;
    }

    private Length send(PacedWriter paced) throws InterruptedException {
        return switch (plan.response()) {
            case Response.Nothing ignored -> {
                nothing(paced);
                yield Length.CLOSE;
            }
            case Response.Raw raw -> {
                raw(paced, raw.segments());
                yield Length.KNOWN;
            }
            case Response.Ready ready -> {
                Heading heading = Heading.of(ready, length(false), closes());
                byte[] body = heading.hasBody() ? ready.body() : new byte[0];
                whole(paced, heading, List.of(new Piece(Kind.CLOSING, body)));
                yield heading.length();
            }
            case Response.Generated generated -> generated(paced, generated.generation());
        };
    }

    private Length length(boolean unknown) {
        if (framing.length() != Length.USUAL) {
            return framing.length();
        }
        return !unknown ? Length.KNOWN : peer.readsChunks() ? Length.CHUNKED : Length.CLOSE;
    }

    private void nothing(PacedWriter paced) throws InterruptedException {
        if (plan.behaviour().ending() instanceof Ending.Cut cut && cut.how() == Ending.How.RST) {
            paced.giveUp(Outcome.RESET, Ending.How.RST);
        } else {
            paced.giveUp(Outcome.CUT, Ending.How.FIN);
        }
    }

    private static void raw(PacedWriter paced, List<Segment> segments) throws InterruptedException {
        for (int i = 0; i < segments.size(); i++) {
            paced.segment(segments.get(i), i == segments.size() - 1);
        }
    }

    private Length generated(PacedWriter paced, Generation generation) throws InterruptedException {
        boolean stream = generation.isStream();
        Queue queue = new Queue(plan.behaviour(), engine.options().look(), stream ? encoder.keepAlive() : Queue.BLANK);
        Length length = length(stream || queue.sends());
        Heading heading = Heading.ofGenerated(stream, length, closes());
        BodyFramer keepAlives = new BodyFramer(length, true, false);
        if (length != Length.KNOWN && queue.sends()) {
            queue.arm(paced, keepAlives);
            head(paced, heading, 0);
        }
        if (!queue.pass(paced, keepAlives)) {
            return length;
        }
        if (!stream) {
            whole(paced, heading, List.of(new Piece(Kind.CLOSING, generation.json())));
        } else if (length == Length.KNOWN) {
            List<Piece> pieces = new ArrayList<>();
            StreamRun.tell(generation, event -> pieces.add(piece(event)));
            whole(paced, heading, pieces);
        } else {
            live(paced, heading, generation);
        }
        return length;
    }

    private Piece piece(Event event) {
        return new Piece(event.kind(), encoder.event(event.name(), event.data()));
    }

    /** Sends a stream as it is generated. */
    private void live(PacedWriter paced, Heading heading, Generation generation) throws InterruptedException {
        BodyFramer framer = framer(heading.length());
        head(paced, heading, 0);
        paced.begin();
        StreamRun.tell(generation, event -> {
            Piece piece = piece(event);
            return paced.piece(new Piece(piece.kind(), framer.frame(piece.bytes())));
        });
        paced.end(framer.end());
    }

    private BodyFramer framer(Length length) {
        return new BodyFramer(length, framing.lastChunk(), framing.gzip());
    }

    /** Sends a body whose pieces are all there; its last byte waits for the answer's end. */
    private void whole(PacedWriter paced, Heading heading, List<Piece> pieces) throws InterruptedException {
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
        head(paced, heading, total);
        paced.begin();
        for (Piece piece : framed) {
            if (!paced.piece(piece)) {
                break;
            }
        }
        paced.end(end);
    }

    private void head(PacedWriter paced, Heading heading, long total) throws InterruptedException {
        if (!paced.isHeadWritten()) {
            paced.head(heading.toBytes(engine, entry, plan, total));
        }
    }
}
