package dev.penstock.simulator;

import dev.penstock.simulator.wire.HttpHead;

/**
 * What the client is able to do.
 *
 * @param keepsAlive whether it lets the connection carry another request
 * @param readsChunks whether it knows chunked bodies
 */
record Peer(boolean keepsAlive, boolean readsChunks) {

    /** A client whose head could not be read. */
    static final Peer UNKNOWN = new Peer(false, true);

    static Peer of(HttpHead head) {
        return new Peer(head.keepsAlive(), head.minorVersion() == 1);
    }
}
