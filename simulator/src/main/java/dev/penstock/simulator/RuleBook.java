package dev.penstock.simulator;

import dev.penstock.simulator.clock.SimulatorClock;
import dev.penstock.simulator.script.ConnectionRule;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Match;
import dev.penstock.simulator.script.Occurrence;
import dev.penstock.simulator.script.Rule;
import dev.penstock.simulator.script.Subject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A script in use: its rules, how often each was met, and since when. Thread-safe. */
final class RuleBook {

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final FaultScript script;
    private final SimulatorClock clock;
    private final long startedAt;
    private final List<AtomicLong> met;
    private final List<AtomicLong> connectionsMet;

    RuleBook(FaultScript script, SimulatorClock clock) {
        this.script = script;
        this.clock = clock;
        this.startedAt = clock.micros();
        this.met = counters(script.rules().size());
        this.connectionsMet = counters(script.connections().size());
    }

    private static List<AtomicLong> counters(int count) {
        return Stream.generate(AtomicLong::new).limit(count).toList();
    }

    FaultScript script() {
        return script;
    }

    Duration sinceStart() {
        return Duration.of(clock.micros() - startedAt, ChronoUnit.MICROS);
    }

    /** The rule for a request of which only the head is known: one that says how the body is read. */
    Optional<Rule> atHead(Subject subject) {
        return first(subject, true);
    }

    /** The rule for a request that was read. */
    Optional<Rule> atBody(Subject subject) {
        return first(subject, false);
    }

    private Optional<Rule> first(Subject subject, boolean concernsReading) {
        List<Rule> rules = script.rules();
        for (int i = 0; i < rules.size(); i++) {
            Rule rule = rules.get(i);
            Match when = rule.when();
            boolean concerned = rule.then().concernsReading() == concernsReading
                    && (when.path() != null || Paths.isCompletion(subject.path()))
                    && when.accepts(subject);
            if (concerned && falls(when.occurrence(), when.probability(), i, met.get(i))) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    Optional<ConnectionRule> forConnection() {
        List<ConnectionRule> rules = script.connections();
        for (int i = 0; i < rules.size(); i++) {
            ConnectionRule rule = rules.get(i);
            if (rule.window().contains(sinceStart())
                    && falls(rule.occurrence(), rule.probability(), -1 - i, connectionsMet.get(i))) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    /** Each rule draws by its own count, so that what falls to the nth request does not depend on the other rules. */
    private boolean falls(Occurrence occurrence, double probability, int rule, AtomicLong counter) {
        long count = counter.incrementAndGet();
        return occurrence.includes(count)
                && (probability >= 1
                        || new SplittableRandom(script.seed() * MIX + rule * 31L + count * MIX).nextDouble()
                                < probability);
    }

    /** Where one request draws the lengths of time from. */
    SplittableRandom chance(long requestId) {
        return new SplittableRandom(script.seed() * MIX ^ requestId);
    }
}
