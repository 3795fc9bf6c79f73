package dev.penstock.simulator.script;

import dev.penstock.simulator.script.ConnectionRule.Act;
import dev.penstock.simulator.script.Ending.How;
import java.time.Duration;
import java.util.Optional;

/** Reads a script from YAML. */
final class ScriptReader {

    private final FaultScript.Builder script = FaultScript.builder();
    private int count;

    private ScriptReader() {}

    static FaultScript read(String yaml) {
        return YamlFields.read(YamlNode.parse(yaml), "the script", new ScriptReader()::script);
    }

    private FaultScript script(YamlFields fields) {
        fields.number("seed").ifPresent(script::seed);
        fields.map("defaults", then -> script.defaults(builder -> BehaviourReader.read(then, builder)));
        for (YamlNode rule : fields.items("rules")) {
            count++;
            YamlFields.read(rule, "a rule", this::rule);
        }
        for (YamlNode rule : fields.items("connections")) {
            script.connection(YamlFields.read(rule, "a connection rule", ScriptReader::connection));
        }
        for (YamlNode window : fields.items("refuse")) {
            YamlFields.read(window, "'refuse'", this::refuse);
        }
        for (YamlNode limit : fields.items("limits")) {
            script.limit(YamlFields.read(limit, "a limit", ScriptReader::limit));
        }
        return script.build();
    }

    private FaultScript.Builder rule(YamlFields fields) {
        String name = fields.text("name").orElse("rule " + count);
        Match when = fields.map("when", ScriptReader::match)
                .orElseGet(() -> Match.builder().build());
        BehaviourBuilder then = fields.map("then", part -> BehaviourReader.read(part, script.start()))
                .orElseThrow(() -> new ScriptException(fields.line(), "a rule needs 'then'"));
        return script.rule(new Rule(name, when, then.build()));
    }

    private static Match match(YamlFields fields) {
        Match.Builder match = Match.builder();
        fields.text("model").ifPresent(match::model);
        fields.text("path").ifPresent(match::path);
        fields.text("account").ifPresent(match::account);
        fields.flag("stream").ifPresent(match::stream);
        fields.text("contains").ifPresent(match::contains);
        fields.text("content_sha256").ifPresent(match::contentSha256);
        match.window(window(fields));
        match.occurrence(occurrence(fields));
        fields.fraction("probability").ifPresent(match::probability);
        return match.build();
    }

    private static Window window(YamlFields fields) {
        return new Window(
                fields.text("from").map(SpanText::duration).orElse(Duration.ZERO),
                fields.text("to").map(SpanText::duration).orElse(null));
    }

    private static Occurrence occurrence(YamlFields fields) {
        return new Occurrence(
                fields.numbers("nth"),
                fields.number("first").orElse(0L),
                fields.number("after").orElse(0L),
                fields.number("every").orElse(0L));
    }

    private static ConnectionRule connection(YamlFields fields) {
        Match when = fields.map("when", ScriptReader::connectionMatch)
                .orElseGet(() -> Match.builder().build());
        Act then = fields.map("then", ScriptReader::act)
                .orElseThrow(() -> new ScriptException(fields.line(), "a connection rule needs 'then'"));
        String name = fields.text("name").orElse("connection");
        return new ConnectionRule(name, when.window(), when.occurrence(), when.probability(), then);
    }

    private static Match connectionMatch(YamlFields fields) {
        Match.Builder match = Match.builder().window(window(fields)).occurrence(occurrence(fields));
        fields.fraction("probability").ifPresent(match::probability);
        return match.build();
    }

    private static Act act(YamlFields fields) {
        Optional<Span> hold = fields.span("hold");
        Optional<How> end = fields.choice("end", How.class);
        if (hold.isPresent() == end.isPresent()) {
            throw new ScriptException(fields.line(), "exactly one of hold and end (fin or rst) is needed");
        }
        return hold.<Act>map(ConnectionRule.Hold::new).orElseGet(() -> new ConnectionRule.End(end.orElseThrow()));
    }

    private FaultScript.Builder refuse(YamlFields fields) {
        Window window = window(fields);
        if (window.to() == null) {
            throw new ScriptException(fields.line(), "'refuse' needs 'to'");
        }
        return script.refuse(window.from(), window.to());
    }

    private static Limit limit(YamlFields fields) {
        return new Limit(
                fields.text("model").orElse(null),
                fields.integer("concurrency").orElse(0),
                fields.integer("requests_per_minute").orElse(0),
                fields.number("tokens_per_minute").orElse(0L),
                fields.text("retry_after").orElse(null));
    }
}
