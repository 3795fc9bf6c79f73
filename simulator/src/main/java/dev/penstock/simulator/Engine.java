package dev.penstock.simulator;

import dev.penstock.simulator.clock.SimulatorClock;

/** What every exchange works with. Thread-safe. */
final class Engine {

    private final SimulatorOptions options;
    private final RequestLog log;
    private final Gate gate;
    private volatile RuleBook book;

    Engine(SimulatorOptions options) {
        this.options = options;
        this.log = new RequestLog(options.logFile(), options.logMemory(), options.clock());
        this.gate = new Gate(options.look(), options.clock());
        this.book = new RuleBook(options.script(), options.clock());
    }

    SimulatorOptions options() {
        return options;
    }

    SimulatorClock clock() {
        return options.clock();
    }

    RequestLog log() {
        return log;
    }

    Gate gate() {
        return gate;
    }

    RuleBook book() {
        return book;
    }

    void use(RuleBook other) {
        book = other;
    }
}
