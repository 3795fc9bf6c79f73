/** The command line. */
@org.jspecify.annotations.NullMarked
module dev.penstock.cli {
    requires static org.jspecify;
    requires dev.penstock.client;
    requires dev.penstock.gateway;
    requires dev.penstock.queue;
    requires dev.penstock.simulator;
    requires dev.penstock.store;
    requires dev.penstock.store.jdbc;
    requires info.picocli;
    requires java.sql;
    requires me.tongfei.progressbar;
    requires tools.jackson.core;
    requires tools.jackson.dataformat.yaml;
    requires jdk.unsupported;

    exports dev.penstock.cli;

    opens dev.penstock.cli to
            info.picocli;
    opens dev.penstock.cli.config to
            info.picocli;
    opens dev.penstock.cli.consume to
            info.picocli;
    opens dev.penstock.cli.doctor to
            info.picocli;
    opens dev.penstock.cli.ops to
            info.picocli;
    opens dev.penstock.cli.keys to
            info.picocli;
    opens dev.penstock.cli.ledger to
            info.picocli;
    opens dev.penstock.cli.provider to
            info.picocli;
    opens dev.penstock.cli.run to
            info.picocli;
    opens dev.penstock.cli.serve to
            info.picocli;
    opens dev.penstock.cli.simulate to
            info.picocli;
    opens dev.penstock.cli.terminal to
            info.picocli;
}
