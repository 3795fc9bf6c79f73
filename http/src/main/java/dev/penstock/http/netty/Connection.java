package dev.penstock.http.netty;

import dev.penstock.http.Origin;
import dev.penstock.policy.attempt.Ending;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection to an origin, which carries one exchange at a time. Whatever arrives while none is under way makes it
 * unusable: a late answer, a server's farewell, an end of stream (B046).
 *
 * <p>State belongs to the event loop; {@link #closeNow}, {@link #execute} and the accessors may be used from anywhere.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    private final Channel channel;
    private final Origin origin;
    private final boolean throughProxy;
    private @Nullable Flow flow;
    private boolean tainted;
    private boolean interim;

    Connection(Channel channel, Origin origin, boolean throughProxy) {
        this.channel = channel;
        this.origin = origin;
        this.throughProxy = throughProxy;
    }

    Origin origin() {
        return origin;
    }

    boolean throughProxy() {
        return throughProxy;
    }

    Channel channel() {
        return channel;
    }

    EventLoop eventLoop() {
        return channel.eventLoop();
    }

    /** Runs on the event loop. */
    void execute(Runnable action) {
        channel.eventLoop().execute(action);
    }

    /**
     * Whether a request may be sent. Reads from the socket first: what the peer said before this moment counts, although
     * the event loop may not have come round to it.
     */
    boolean usable() {
        if (channel.isActive() && channel.unsafe() instanceof AbstractNioChannel.NioUnsafe socket) {
            socket.read();
        }
        return channel.isActive() && !tainted && flow == null;
    }

    void attach(Flow next) {
        flow = next;
        channel.config().setAutoRead(true);
    }

    void detach() {
        flow = null;
        channel.config().setAutoRead(true);
    }

    /** Puts another flow in a flow's place, if that still has the connection. */
    void handOver(Flow from, Supplier<Flow> to) {
        if (flow == from) {
            attach(to.get());
        }
    }

    /** Stops reading until told otherwise: the reader has enough. */
    void pause() {
        channel.config().setAutoRead(false);
    }

    void resume() {
        channel.config().setAutoRead(true);
    }

    /**
     * Closes without a farewell: neither unsent bytes nor a TLS close_notify may hold it up, since a peer that does not
     * read would keep the connection open for ever.
     */
    void closeNow() {
        ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
        var ignored = tls == null ? channel.close() : tls.close();
    }

    void bytesArrived() {
        if (flow == null) {
            tainted = true;
        } else {
            flow.bytesArrived();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (flow == null) {
                tainted = true;
                closeNow();
            } else if (message instanceof HttpObject object) {
                received(flow, object);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(Failures.CLOSED);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(Failures.whileOpen(cause));
        closeNow();
    }

    private void received(Flow target, HttpObject object) {
        if (object.decoderResult().isFailure()) {
            fail(Failures.ofDecoder(object.decoderResult().cause()));
            closeNow();
            return;
        }
        if (object instanceof HttpResponse response) {
            receivedHead(target, response);
        }
        if (object instanceof HttpContent content && !interim) {
            if (content.content().isReadable()) {
                target.body(content.content());
            }
            if (content instanceof LastHttpContent) {
                target.end();
            }
        }
    }

    private void receivedHead(Flow target, HttpResponse response) {
        HttpVersion version = response.protocolVersion();
        HttpResponseStatus status = response.status();
        boolean http1 = version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
        if (!http1 || status.code() == HttpResponseStatus.SWITCHING_PROTOCOLS.code() || status.code() > 599) {
            fail(Failures.NOT_HTTP);
            closeNow();
            return;
        }
        interim = status.code() < 200;
        if (!interim) {
            target.head(response);
        }
    }

    private void fail(Ending how) {
        Flow current = flow;
        flow = null;
        tainted = true;
        if (current != null) {
            current.failed(how);
        }
    }
}
