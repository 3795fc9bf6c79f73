package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.ConnectionRule;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Match;
import dev.penstock.simulator.script.Occurrence;
import dev.penstock.simulator.script.Rule;
import dev.penstock.simulator.script.Subject;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RuleBookTest {

    private final FakeClock clock = new FakeClock();

    @Test
    void firstRuleThatApplies_isTaken() {
        RuleBook book = book(FaultScript.builder()
                .rule("pro", when -> when.model("*-pro"), then -> then.status(500))
                .rule("streams", when -> when.stream(true), then -> then.status(501))
                .rule("all", when -> when, then -> then.status(502))
                .build());

        assertThat(fired(book, subject("deepseek-v4-pro", true))).isEqualTo("pro");
        assertThat(fired(book, subject("deepseek-v4-flash", true))).isEqualTo("streams");
        assertThat(fired(book, subject("deepseek-v4-flash", false))).isEqualTo("all");
    }

    @Test
    void counts_areOfTheRequestsThatMeetTheOtherConditions() {
        assertThat(fires(when -> when.nth(2, 5))).containsExactly(2, 5);
        assertThat(fires(when -> when.first(3))).containsExactly(1, 2, 3);
        assertThat(fires(when -> when.after(8))).containsExactly(9, 10, 11, 12);
        assertThat(fires(when -> when.every(4))).containsExactly(4, 8, 12);
        assertThat(fires(when -> when.every(2).after(6).first(10))).containsExactly(8, 10);
    }

    @Test
    void probability_drawsTheSameForTheSameSeed() {
        List<Integer> once = fires(when -> when.probability(0.5));

        assertThat(fires(when -> when.probability(0.5)))
                .isEqualTo(once)
                .isNotEmpty()
                .hasSizeLessThan(12);
        assertThat(fires(when -> when.probability(0))).isEmpty();
        assertThat(fires(when -> when.probability(1))).hasSize(12);
    }

    @Test
    void probability_isMetAboutAsOftenAsItSays() {
        RuleBook book = book(FaultScript.builder()
                .seed(3)
                .rule("some", when -> when.probability(0.3), then -> then.status(500))
                .build());
        long met = IntStream.range(0, 10_000)
                .filter(i -> book.atBody(subject("m", false)).isPresent())
                .count();

        assertThat(met).isBetween(2_800L, 3_200L);
    }

    @Test
    void window_isHalfOpenSinceTheScriptWasPutInPlace() {
        RuleBook book = book(FaultScript.builder()
                .rule(
                        "outage",
                        when -> when.window(Duration.ofSeconds(10), Duration.ofSeconds(20)),
                        then -> then.status(503))
                .build());

        assertThat(fired(book, subject("m", false))).isEmpty();
        clock.advanceSeconds(10);
        assertThat(fired(book, subject("m", false))).isEqualTo("outage");
        clock.advanceSeconds(10);
        assertThat(fired(book, subject("m", false))).isEmpty();
    }

    @Test
    void contentAndAccount_areLookedAt() {
        RuleBook book = book(FaultScript.builder()
                .rule("text", when -> when.contains("secret word"), then -> then.status(500))
                .rule("digest", when -> when.contentSha256("ABC"), then -> then.status(500))
                .rule("account", when -> when.account("acme"), then -> then.status(500))
                .build());

        assertThat(fired(book, subject("acme", "a secret word here", "x"))).isEqualTo("text");
        assertThat(fired(book, subject("acme", "other", "abc"))).isEqualTo("digest");
        assertThat(fired(book, subject("acme", "other", "x"))).isEqualTo("account");
        assertThat(fired(book, subject("other", "other", "x"))).isEmpty();
    }

    @Test
    void ruleWithoutPath_isAboutCompletionsOnly() {
        RuleBook book = book(FaultScript.builder()
                .rule("models", when -> when.path("*/models"), then -> then.status(500))
                .always(then -> then.status(503))
                .build());

        assertThat(fired(book, path("/v1/models"))).isEqualTo("models");
        assertThat(fired(book, path("/v1/files"))).isEmpty();
        assertThat(fired(book, path("/chat/completions"))).isEqualTo("always");
    }

    @Test
    void connectionRules_countConnections() {
        RuleBook book = book(FaultScript.builder()
                .connection(new Occurrence(List.of(2L), 0, 0, 0), new ConnectionRule.End(How.RST))
                .build());

        assertThat(book.forConnection()).isEmpty();
        assertThat(book.forConnection()).isPresent();
        assertThat(book.forConnection()).isEmpty();
    }

    private List<Integer> fires(UnaryOperator<Match.Builder> condition) {
        RuleBook book = book(FaultScript.builder()
                .seed(7)
                .rule("it", when -> condition.apply(when.model("m")), then -> then.status(500))
                .build());
        return IntStream.rangeClosed(1, 12)
                .filter(i -> {
                    book.atBody(subject("other", false));
                    return book.atBody(subject("m", false)).isPresent();
                })
                .boxed()
                .toList();
    }

    private RuleBook book(FaultScript script) {
        return new RuleBook(script, clock);
    }

    private static String fired(RuleBook book, Subject subject) {
        return book.atBody(new Subject(
                        subject.path(),
                        subject.account(),
                        subject.model(),
                        subject.stream(),
                        subject.content(),
                        subject.contentSha256(),
                        book.sinceStart()))
                .map(Rule::name)
                .orElse("");
    }

    private static Subject subject(String model, boolean stream) {
        return new Subject("/v1/chat/completions", "default", model, stream, "hello", "abc", Duration.ZERO);
    }

    private static Subject subject(String account, String content, String digest) {
        return new Subject("/v1/chat/completions", account, "m", false, content, digest, Duration.ZERO);
    }

    private static Subject path(String path) {
        return new Subject(path, "default", null, null, null, null, Duration.ZERO);
    }
}
