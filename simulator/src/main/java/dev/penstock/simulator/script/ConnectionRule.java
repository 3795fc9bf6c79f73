package dev.penstock.simulator.script;

/**
 * What is done with a connection before a byte of it is read.
 *
 * @param name its name
 * @param window when, since the start
 * @param occurrence which connections, in the order of their acceptance
 * @param probability how likely, from 0 to 1
 * @param then what is done
 */
public record ConnectionRule(String name, Window window, Occurrence occurrence, double probability, Act then) {

    /** What is done with a connection. */
    public sealed interface Act {}

    /**
     * Ends it at once.
     *
     * @param how with what
     */
    public record End(Ending.How how) implements Act {}

    /**
     * Reads nothing for a while.
     *
     * @param span how long; for ever means that nothing is ever read
     */
    public record Hold(Span span) implements Act {}
}
