package dev.penstock.simulator.script;

import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.Framing.Length;
import dev.penstock.simulator.script.Framing.LineEnd;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what is done with a request: the {@code then} of a rule, or the script's {@code defaults}. */
final class BehaviourReader {

    private final YamlFields fields;
    private final BehaviourBuilder builder;

    private BehaviourReader(YamlFields fields, BehaviourBuilder builder) {
        this.fields = fields;
        this.builder = builder;
    }

    static BehaviourBuilder read(YamlFields fields, BehaviourBuilder builder) {
        BehaviourReader reader = new BehaviourReader(fields, builder);
        reader.reply();
        reader.pace();
        reader.reading();
        reader.framing();
        reader.ending();
        return builder;
    }

    private void reply() {
        if (fields.has("redirect")) {
            exclusive("redirect", "raw", "malformed", "answer", "body");
        } else {
            exclusive("status", "raw", "malformed", "answer");
            exclusive("body", "raw", "malformed", "answer");
        }
        fixed();
        List<Reply.Segment> segments =
                fields.items("raw").stream().map(BehaviourReader::segment).toList();
        if (!segments.isEmpty()) {
            builder.raw(segments);
        }
        fields.choice("malformed", Malformed.class).ifPresent(builder::malformed);
        fields.map("answer", answer -> builder.answer(start -> AnswerReader.read(answer, start)));
        for (Map.Entry<String, YamlNode> header : fields.free("headers").entrySet()) {
            header(header.getKey(), header.getValue());
        }
    }

    private void fixed() {
        Optional<Integer> status = fields.integer("status");
        Optional<Octets> body = fields.valueOrMap("body", Octets::of, BehaviourReader::octets);
        Optional<String> type = fields.text("content_type");
        Optional<String> location = fields.text("redirect");
        if (location.isPresent()) {
            builder.redirect(status.orElse(307), location.get());
        } else if (status.isPresent() || body.isPresent()) {
            builder.status(status.orElse(200), type.orElse(null), body.orElse(null));
        } else if (type.isPresent()) {
            builder.header("Content-Type", type.get());
        }
    }

    private void header(String name, YamlNode value) {
        List<YamlNode> values = value instanceof YamlNode.Items items ? items.nodes() : List.of(value);
        for (YamlNode one : values) {
            if (!(one instanceof YamlNode.Scalar scalar)) {
                throw new ScriptException(one.line(), "header '" + name + "' must be a single value or a list of them");
            }
            YamlFields.checked(one.line(), () -> builder.header(name, scalar.text()));
        }
    }

    private void exclusive(String... names) {
        List<String> given = List.of(names).stream().filter(fields::has).toList();
        if (given.size() > 1) {
            throw new ScriptException(fields.line(), "only one of " + String.join(", ", given) + " can be given");
        }
    }

    private static Octets octets(YamlFields fields) {
        return fields.text("text")
                .map(Octets::of)
                .or(() -> fields.text("base64")
                        .map(text -> Octets.of(Base64.getMimeDecoder().decode(text))))
                .orElseThrow(() -> new IllegalArgumentException("text or base64 is needed"));
    }

    private static Reply.Segment segment(YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            return new Reply.Segment(Octets.of(scalar.text()), Span.ZERO);
        }
        return YamlFields.read(
                node,
                "'raw'",
                fields -> new Reply.Segment(octets(fields), fields.span("pause").orElse(Span.ZERO)));
    }

    private void pace() {
        fields.valueOrMap(
                "delay",
                text -> builder.pace(pace -> pace.beforeHead(SpanText.parse(text))),
                delay -> builder.pace(pace -> delays(delay, pace)));
        fields.span("keep_alive").ifPresent(span -> builder.pace(pace -> pace.keepAlive(span)));
        fields.map("drip", drip -> builder.pace(pace -> drip(drip, pace)));
    }

    private static PaceBuilder delays(YamlFields delay, PaceBuilder pace) {
        delay.span("before_head").ifPresent(pace::beforeHead);
        delay.span("queue").ifPresent(pace::queue);
        delay.span("before_body").ifPresent(pace::beforeBody);
        delay.span("between_chunks").ifPresent(pace::betweenChunks);
        delay.span("before_end").ifPresent(pace::beforeEnd);
        return pace;
    }

    private static PaceBuilder drip(YamlFields drip, PaceBuilder pace) {
        int bytes = drip.integer("bytes").orElse(1);
        Span every = drip.span("every")
                .orElseThrow(() -> new ScriptException(drip.line(), "'drip' needs 'every', such as 10ms"));
        return drip.flag("body_only").orElse(false) ? pace.dripBody(bytes, every) : pace.drip(bytes, every);
    }

    private void reading() {
        fields.map("read", read -> {
            read.span("delay").ifPresent(builder::delayReading);
            Optional<Span> hold = read.span("hold");
            return read.number("at_most")
                    .map(bytes -> builder.stopReading(bytes, hold.orElse(Span.ZERO)))
                    .orElse(builder);
        });
    }

    private void framing() {
        fields.map("framing", framing -> builder.framing(wire -> framing(framing, wire)));
    }

    private static FramingBuilder framing(YamlFields framing, FramingBuilder wire) {
        framing.choice("length", Length.class).ifPresent(wire::length);
        framing.integer("wrong_length").ifPresent(wire::wrongLength);
        if (!framing.flag("last_chunk").orElse(true)) {
            wire.missingLastChunk();
        }
        if (framing.flag("gzip").orElse(false)) {
            wire.gzip();
        }
        framing.choice("line_end", LineEnd.class).ifPresent(wire::lineEnd);
        framing.flag("data_space").ifPresent(wire::dataSpace);
        return wire;
    }

    private void ending() {
        exclusive("cut", "stall", "close", "close_idle", "keep_open");
        fields.map("cut", this::cut);
        fields.map(
                "stall",
                stall -> builder.ending(
                        new Ending.Stall(at(stall), stall.flag("keep_alives").orElse(false))));
        if (fields.flag("close").orElse(false)) {
            builder.close();
        }
        if (fields.flag("keep_open").orElse(false)) {
            builder.keepOpen();
        }
        fields.valueOrMap(
                "close_idle",
                text -> builder.ending(idle(SpanText.parse(text), Octets.NONE)),
                idle -> builder.ending(idle(
                        idle.span("after").orElse(Span.ZERO),
                        idle.text("send").map(Octets::of).orElse(Octets.NONE))));
    }

    private static Ending idle(Span after, Octets farewell) {
        return new Ending.KeepOpen(new Ending.IdleClose(after, farewell));
    }

    private BehaviourBuilder cut(YamlFields cut) {
        CutPoint at = at(cut);
        How how = cut.choice("with", How.class).orElse(How.FIN);
        return cut.span("linger")
                .map(linger -> builder.ending(new Ending.Cut(at, how, linger)))
                .orElseGet(() -> builder.cut(at, how));
    }

    private static CutPoint at(YamlFields fields) {
        Optional<CutPoint> atByte = fields.number("at_byte").map(CutPoint.AtByte::new);
        Optional<CutPoint> atBodyByte = fields.number("at_body_byte").map(CutPoint.AtBodyByte::new);
        Optional<CutPoint> afterDeltas = fields.integer("after_deltas").map(CutPoint.AfterDeltas::new);
        List<CutPoint> points = List.of(atByte, atBodyByte, afterDeltas).stream()
                .flatMap(Optional::stream)
                .toList();
        if (points.size() != 1) {
            throw new ScriptException(
                    fields.line(), fields.place() + " needs exactly one of at_byte, at_body_byte, after_deltas");
        }
        return points.getFirst();
    }
}
