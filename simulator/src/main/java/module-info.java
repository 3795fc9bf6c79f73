/**
 * A look-alike of a chat-completions provider, with faults on demand and a log that judges. Plain JDK sockets, so that
 * every byte, FIN and RST can be placed; independent of the rest of this repository.
 */
@org.jspecify.annotations.NullMarked
module dev.penstock.simulator {
    requires static transitive org.jspecify;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    exports dev.penstock.simulator;
    exports dev.penstock.simulator.clock;
    exports dev.penstock.simulator.log;
    exports dev.penstock.simulator.look;
    exports dev.penstock.simulator.script;
}
