package dev.penstock.http.netty;

import dev.penstock.policy.attempt.Ending;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;

/** Takes what a connection receives, on its event loop. */
interface Flow {

    /** Any bytes arrived, whole or part of whatever. */
    void bytesArrived();

    /** A final head arrived. */
    void head(HttpResponse response);

    /** A part of the body arrived; the buffer belongs to the caller. */
    void body(ByteBuf content);

    /** The body ended, by its framing or, where that says so, by the connection's end. */
    void end();

    /** The exchange cannot go on. The connection is closed afterwards. */
    void failed(Ending how);
}
