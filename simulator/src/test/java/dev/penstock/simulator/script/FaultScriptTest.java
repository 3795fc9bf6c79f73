package dev.penstock.simulator.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer.Shape;
import dev.penstock.simulator.script.Answer.StreamError;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.Framing.Length;
import dev.penstock.simulator.script.Framing.LineEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultScriptTest {

    private static final Span MS = Span.of(Duration.ofMillis(1));
    private static final String YAML = """
                seed: 7
                defaults:
                  delay: {between_chunks: 5ms..20ms}
                rules:
                  - name: a
                    when: {model: "x*", path: /p, account: acme, stream: true, contains: hi, content_sha256: AB,
                           from: 1s, to: 2m, nth: [1, 3], first: 9, after: 0, every: 1, probability: 0.5}
                    then:
                      status: 429
                      headers: {Retry-After: ["1", "2"]}
                      body: "no"
                      content_type: text/plain
                      delay: 100us
                      drip: {bytes: 3, every: 1ms, body_only: true}
                      cut: {at_body_byte: 7, with: rst}
                  - name: b
                    then:
                      answer: {text: t, tokens: 1, reasoning_tokens: 2, deltas: 3, finish: length, unfinished: [1],
                               done: false, as: stream, error: {after_deltas: 4, json: "{}", event: true, done: true},
                               usage: {place: omitted, count: {prompt: 9, hit: 4, completion: 2, reasoning: 1}}}
                      delay: {before_head: 1ms, queue: forever, before_body: 2ms, between_chunks: 3ms, before_end: 4ms}
                      keep_alive: never
                      framing: {length: chunked, last_chunk: false, gzip: true, line_end: cr, data_space: false}
                      stall: {after_deltas: 5, keep_alives: true}
                  - name: c
                    then:
                      raw: [a, {base64: YQ==, pause: 1s}]
                      read: {delay: 1ms, at_most: 5, hold: 2s}
                      close_idle: {after: 1s, send: bye}
                connections:
                  - {name: d, when: {nth: 2, from: 1s, probability: 0.1}, then: {end: rst}}
                  - {then: {hold: forever}}
                refuse: {from: 3s, to: 4s}
                limits: {model: m, concurrency: 1, requests_per_minute: 2, tokens_per_minute: 3, retry_after: soon}
                """;

    @Test
    void yamlAndBuilder_makeTheSameRecords() {
        FaultScript built = FaultScript.builder()
                .seed(7)
                .defaults(then -> then.pace(
                        pace -> pace.betweenChunks(Span.between(Duration.ofMillis(5), Duration.ofMillis(20)))))
                .rule("a", FaultScriptTest::firstConditions, FaultScriptTest::first)
                .rule("b", when -> when, FaultScriptTest::second)
                .rule(
                        "c",
                        when -> when,
                        then -> then.raw(List.of(
                                        new Reply.Segment(Octets.of("a"), Span.ZERO),
                                        new Reply.Segment(Octets.of("a"), Span.of(Duration.ofSeconds(1)))))
                                .delayReading(MS)
                                .stopReading(5, Span.of(Duration.ofSeconds(2)))
                                .ending(new Ending.KeepOpen(
                                        new Ending.IdleClose(Span.of(Duration.ofSeconds(1)), Octets.of("bye")))))
                .connection(new ConnectionRule(
                        "d",
                        new Window(Duration.ofSeconds(1), null),
                        new Occurrence(List.of(2L), 0, 0, 0),
                        0.1,
                        new ConnectionRule.End(How.RST)))
                .connection(Occurrence.EACH, new ConnectionRule.Hold(Span.FOREVER))
                .refuse(Duration.ofSeconds(3), Duration.ofSeconds(4))
                .limit(new Limit("m", 1, 2, 3, "soon"))
                .build();

        assertThat(FaultScript.parse(YAML)).isEqualTo(built);
    }

    private static Match.Builder firstConditions(Match.Builder when) {
        return when.model("x*").path("/p").account("acme").stream(true)
                .contains("hi")
                .contentSha256("ab")
                .window(Duration.ofSeconds(1), Duration.ofMinutes(2))
                .nth(1, 3)
                .first(9)
                .after(0)
                .every(1)
                .probability(0.5);
    }

    private static BehaviourBuilder first(BehaviourBuilder then) {
        return then.status(429, "text/plain", "no")
                .header("Retry-After", "1")
                .header("Retry-After", "2")
                .pace(pace ->
                        pace.beforeHead(Span.of(Duration.ofNanos(100_000))).dripBody(3, MS))
                .cutAtBodyByte(7, How.RST);
    }

    private static BehaviourBuilder second(BehaviourBuilder then) {
        return then.answer(answer -> answer.text("t")
                        .tokens(1)
                        .reasoningTokens(2)
                        .deltas(3)
                        .finish("length")
                        .unfinished(List.of(1))
                        .done(false)
                        .shape(Shape.STREAM)
                        .error(new StreamError(4, "{}", true, true))
                        .usage(UsagePlace.OMITTED)
                        .usage(new Usage(9, 4, 5, 2, 1)))
                .pace(pace -> pace.beforeHead(Span.of(Duration.ofMillis(1)))
                        .queue(Span.FOREVER)
                        .beforeBody(Span.of(Duration.ofMillis(2)))
                        .betweenChunks(Span.of(Duration.ofMillis(3)))
                        .beforeEnd(Span.of(Duration.ofMillis(4)))
                        .keepAlive(Span.FOREVER))
                .framing(wire -> wire.length(Length.CHUNKED)
                        .missingLastChunk()
                        .gzip()
                        .lineEnd(LineEnd.CR)
                        .dataSpace(false))
                .ending(new Ending.Stall(new CutPoint.AfterDeltas(5), true));
    }

    @Test
    void emptyScript_hasNoFaults() {
        assertThat(FaultScript.parse("")).isEqualTo(FaultScript.NONE);
        assertThat(FaultScript.parse("# nothing\n")).isEqualTo(FaultScript.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2|unknown 'sed'|seed: 1;sed: 2",
                "2|given twice|seed: 1;seed: 2",
                "1|a whole number|seed: x",
                "2|not YAML|seed: 1;rules: [",
                "3|unknown 'statsu' in 'then'; known are|rules:;  - then:;      statsu: 503",
                "2|a rule needs 'then'|rules:;  - when: {first: 1}",
                "2|a status must be between 200 and 999|rules:;  - then: {status: 42}",
                "2|only one of status, answer|rules:;  - then: {status: 500, answer: {tokens: 1}}",
                "2|only one of body, answer|rules:;  - then: {body: x, answer: {tokens: 1}}",
                "2|only one of redirect, raw|rules:;  - then: {redirect: x, status: 301, raw: y}",
                "2|only one of cut, close|rules:;  - then: {cut: {at_byte: 1}, close: true}",
                "2|exactly one of at_byte|rules:;  - then: {cut: {with: rst}}",
                "2|one of: fin, rst|rules:;  - then: {cut: {at_byte: 1, with: bang}}",
                "2|'5' is no length of time|rules:;  - then: {delay: 5}",
                "2|is no length of time|rules:;  - then: {delay: 1ms..2ms..3ms}",
                "2|0 <= minimum <= maximum|rules:;  - then: {delay: 2ms..1ms}",
                "2|probability must be between|rules:;  - {when: {probability: 2}, then: {}}",
                "2|0 <= from < to|rules:;  - {when: {from: 2s, to: 1s}, then: {}}",
                "2|nth counts from 1|rules:;  - {when: {nth: 0}, then: {}}",
                "2|cannot depend on what is in it|rules:;  - {when: {model: m}, then: {read: {at_most: 1}}}",
                "1|defaults cannot say how a body is read|defaults: {read: {at_most: 1}}",
                "2|not a header field|rules:;  - then: {headers: {\"a:b\": c}}",
                "1|exactly one of hold and end|connections: {then: {}}",
                "1|'refuse' needs 'to'|refuse: {from: 1s}",
                "1|must not be negative|limits: {concurrency: -1}",
                "1|must be a map of fields|[1, 2]",
                "2|'status' must be a single value|rules:;  - then: {status: [1]}"
            })
    void wrongScript_isRefusedWithItsLineAndWhatIsWrong(int line, String message, String yaml) {
        assertThatThrownBy(() -> FaultScript.parse(yaml.replace(';', '\n')))
                .isInstanceOfSatisfying(
                        ScriptException.class,
                        e -> assertThat(e.line()).as(e.getMessage()).isEqualTo(line))
                .hasMessageContaining(message);
    }

    @Test
    void file_isNamedInTheMessage(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("faults.yaml"), "seed: 1\nruls: []\n");

        assertThatThrownBy(() -> FaultScript.load(file))
                .isInstanceOf(ScriptException.class)
                .hasMessage(file + ", line 2: unknown 'ruls' in the script; known are connections, defaults, limits,"
                        + " refuse, rules, seed");
        assertThatThrownBy(() -> FaultScript.load(directory.resolve("missing.yaml")))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("missing.yaml cannot be read");
    }
}
