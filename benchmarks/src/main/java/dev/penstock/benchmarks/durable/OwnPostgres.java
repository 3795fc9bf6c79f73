package dev.penstock.benchmarks.durable;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;

/**
 * A PostgreSQL server for a benchmark that was given none: as durable as one in use, on this machine's disk. Prints its
 * address, and lasts until its standard input ends.
 */
public final class OwnPostgres {

    /** PostgreSQL's manual advises a quarter of the memory; its default is sized so that it starts anywhere. */
    private static final String SHARED_BUFFERS = "4GB";

    private OwnPostgres() {}

    /**
     * Runs it.
     *
     * @param args none
     * @throws IOException if it does not start
     */
    public static void main(String[] args) throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("shared_buffers", SHARED_BUFFERS)
                .start()) {
            System.out.println("postgresql://postgres@127.0.0.1:" + server.getPort() + "/postgres");
            while (System.in.read() >= 0) {
                // Whoever started it still wants it.
            }
        }
    }
}
