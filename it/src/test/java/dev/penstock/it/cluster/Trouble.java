package dev.penstock.it.cluster;

import java.time.Duration;

/** What is done to a cluster. Nodes are counted from 0. */
sealed interface Trouble {

    /** {@code kill -9}, and a new start. */
    record Kill(int node) implements Trouble {}

    /** SIGSTOP, and SIGCONT after so long, while the rest goes on. */
    record Pause(int node, Duration lasting) implements Trouble {}

    /** The database restarts as after a crash. */
    record RestartDatabase() implements Trouble {}

    /** The database ends every connection. */
    record TerminateBackends() implements Trouble {}

    /** What lies between a node and the database fails for so long. */
    record BreakLink(int node, DatabaseLink.Fault fault, Duration lasting) implements Trouble {}
}
