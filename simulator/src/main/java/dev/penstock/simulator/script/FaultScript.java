package dev.penstock.simulator.script;

import dev.penstock.simulator.script.ConnectionRule.Act;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Everything that a simulator does otherwise than usual. Immutable; made with the builder or from YAML, both give the
 * same records.
 *
 * @param seed where all chance comes from
 * @param defaults what is done where no rule applies, and what rules start from
 * @param rules tried in their order, the first that applies is taken
 * @param connections tried in their order for every new connection
 * @param refusals when new connections are refused, since the start
 * @param limits what each account may do
 */
public record FaultScript(
        long seed,
        Behaviour defaults,
        List<Rule> rules,
        List<ConnectionRule> connections,
        List<Window> refusals,
        List<Limit> limits) {

    /** No faults. */
    public static final FaultScript NONE = builder().build();

    /**
     * Checks the defaults and copies the lists.
     *
     * @throws IllegalArgumentException if the defaults say how a body is read, which only a rule can
     */
    public FaultScript {
        if (defaults.concernsReading()) {
            throw new IllegalArgumentException("defaults cannot say how a body is read; use a rule");
        }
        rules = List.copyOf(rules);
        connections = List.copyOf(connections);
        refusals = List.copyOf(refusals);
        limits = List.copyOf(limits);
    }

    /**
     * Reads a script from YAML, as {@code docs/simulator.md} describes it.
     *
     * @param yaml the text; an empty one is a script without faults
     * @return the script
     * @throws ScriptException if it cannot be read; the message names the line
     */
    public static FaultScript parse(String yaml) {
        return ScriptReader.read(yaml);
    }

    /**
     * Reads a script from a file.
     *
     * @param file YAML in UTF-8
     * @return the script
     * @throws ScriptException if it cannot be read; the message names the file and the line
     */
    public static FaultScript load(Path file) {
        String yaml;
        try {
            yaml = Files.readString(file);
        } catch (IOException e) {
            throw new ScriptException(file + " cannot be read: is it there, readable, and UTF-8?", e);
        }
        try {
            return parse(yaml);
        } catch (ScriptException e) {
            throw new ScriptException(file, e);
        }
    }

    /**
     * A builder of a script without faults.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds a script step by step. Not thread-safe. */
    public static final class Builder {
        private long seed;
        private Behaviour defaults = Behaviour.USUAL;
        private final List<Rule> rules = new ArrayList<>();
        private final List<ConnectionRule> connections = new ArrayList<>();
        private final List<Window> refusals = new ArrayList<>();
        private final List<Limit> limits = new ArrayList<>();

        private Builder() {}

        /**
         * Sets where all chance comes from.
         *
         * @param value the seed
         * @return this
         */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Sets what is done where no rule applies. Rules that are added later start from it.
         *
         * @param change what differs from the usual
         * @return this
         */
        public Builder defaults(UnaryOperator<BehaviourBuilder> change) {
            defaults = change.apply(defaults.toBuilder()).build();
            return this;
        }

        /** A builder of the next rule's behaviour. */
        BehaviourBuilder start() {
            return defaults.toBuilder();
        }

        /**
         * Adds a rule.
         *
         * @param name its name in the log
         * @param when the conditions
         * @param then what differs from the defaults
         * @return this
         * @throws IllegalArgumentException if the rule cannot be decided when it has to be
         */
        public Builder rule(String name, UnaryOperator<Match.Builder> when, UnaryOperator<BehaviourBuilder> then) {
            return rule(new Rule(
                    name,
                    when.apply(Match.builder()).build(),
                    then.apply(defaults.toBuilder()).build()));
        }

        /**
         * Adds a rule.
         *
         * @param rule the rule
         * @return this
         */
        public Builder rule(Rule rule) {
            rules.add(rule);
            return this;
        }

        /**
         * Adds a rule for every request.
         *
         * @param then what differs from the defaults
         * @return this
         */
        public Builder always(UnaryOperator<BehaviourBuilder> then) {
            return rule("always", when -> when, then);
        }

        /**
         * Adds a rule for connections, by their order.
         *
         * @param which which of them
         * @param then what is done
         * @return this
         */
        public Builder connection(Occurrence which, Act then) {
            return connection(new ConnectionRule("connection", Window.ALWAYS, which, 1, then));
        }

        /**
         * Adds a rule for connections.
         *
         * @param rule the rule
         * @return this
         */
        public Builder connection(ConnectionRule rule) {
            connections.add(rule);
            return this;
        }

        /**
         * Refuses new connections for a while.
         *
         * @param from when, since the start
         * @param to until when
         * @return this
         */
        public Builder refuse(Duration from, Duration to) {
            refusals.add(new Window(from, to));
            return this;
        }

        /**
         * Adds a limit.
         *
         * @param limit the limit
         * @return this
         */
        public Builder limit(Limit limit) {
            limits.add(limit);
            return this;
        }

        /**
         * The script.
         *
         * @return the script as set
         */
        public FaultScript build() {
            return new FaultScript(seed, defaults, rules, connections, refusals, limits);
        }
    }
}
