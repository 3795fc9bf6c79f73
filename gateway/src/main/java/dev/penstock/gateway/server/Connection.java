package dev.penstock.gateway.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: one request after another, its phases bounded. Everything happens on its event loop, but for
 * the two fields that the sweep looks at.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    /** How many parts, and bytes of bodies, a client may send ahead of its answer before it is not read any more. */
    private static final int PARTS_AHEAD = 16;

    private static final int BYTES_AHEAD = 64 << 10;

    /** How long a connection that we close may still say what we do not listen to, so that it gets our answer. */
    private static final long LINGER = TimeUnit.SECONDS.toNanos(2);

    /** What it is doing. */
    private enum Phase {
        IDLE,
        RECEIVING,
        SERVING,
        CLOSING
    }

    private final HttpServer server;
    private final Channel channel;
    private final Meter meter = new Meter(this::bytesArrived);
    private final Deque<Object> ahead = new ArrayDeque<>();
    private int bytesAhead;
    private volatile Phase phase = Phase.IDLE;
    private volatile long since;
    private long firstByte;
    private long stalledSince;
    private boolean close;
    private String requestId = "";
    private @Nullable Incoming incoming;
    private @Nullable Exchange exchange;

    /** A request whose body is being read. */
    private record Incoming(RequestHead head, boolean modern, Opening.Course course, BodyBuffer body) {}

    Connection(HttpServer server, Channel channel) {
        this.server = server;
        this.channel = channel;
        this.since = server.now();
        this.stalledSince = since;
    }

    Meter meter() {
        return meter;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (server.opened(this)) {
            context.fireChannelActive();
        } else {
            Wire.close(channel);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        server.closed(this);
        forget();
        dropAhead();
        Exchange served = exchange;
        if (served != null) {
            exchange = null;
            served.left();
            server.served();
        }
        context.fireChannelInactive();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        Exchange served = exchange;
        if (served != null) {
            served.moved();
        } else if (phase == Phase.SERVING && channel.isWritable()) {
            next();
        }
        context.fireChannelWritabilityChanged();
    }

    /** A reset, or a fault in the codec: whoever was on the other side cannot be answered. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Wire.close(channel);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        switch (phase) {
            case CLOSING -> ReferenceCountUtil.release(message);
            case SERVING -> {
                ahead.add(message);
                bytesAhead += bytes(message);
                if (isFarAhead()) {
                    channel.config().setAutoRead(false);
                }
            }
            case IDLE, RECEIVING -> receive(message);
        }
    }

    private void bytesArrived() {
        if (phase == Phase.IDLE) {
            firstByte = server.now();
            since = firstByte;
            requestId = "";
            phase = Phase.RECEIVING;
        }
    }

    private void receive(Object message) {
        try {
            if (message instanceof HttpRequest request) {
                open(request);
            }
            if (message instanceof HttpContent content && phase == Phase.RECEIVING) {
                take(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void open(HttpRequest request) {
        requestId = server.ids().of(request.headers().get("x-request-id"));
        Framing.Fault fault = Framing.of(request);
        if (fault != null) {
            refuse(fault);
            return;
        }
        long length = HttpUtil.getContentLength(request, 0L);
        if (length > server.settings().maxBodyBytes()) {
            refuse(HttpServer.TOO_LARGE);
            return;
        }
        boolean modern = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        close = !modern || !HttpUtil.isKeepAlive(request);
        RequestHead head =
                RequestHead.of(requestId, request.method().name(), request.uri(), new NettyHeaders(request.headers()));
        switch (server.open(head)) {
            case Opening.Refused refused -> {
                if (head.hasBody()) {
                    refuse(refused.reply());
                } else {
                    receive(head, modern, (served, body) -> served.reply(refused.reply()));
                }
            }
            case Opening.Accepted accepted -> {
                receive(head, modern, accepted.course());
                if (head.hasBody() && HttpUtil.is100ContinueExpected(request)) {
                    Wire.send(channel, new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
                }
            }
        }
    }

    private void receive(RequestHead head, boolean modern, Opening.Course course) {
        incoming = new Incoming(
                head, modern, course, new BodyBuffer(server.settings().maxBodyBytes(), server.room()));
    }

    private void take(HttpContent content) {
        Incoming request = incoming;
        if (content.decoderResult().isFailure() || request == null) {
            refuse(Framing.of(content.decoderResult()));
            return;
        }
        switch (request.body().take(content.content())) {
            case TOO_LARGE -> refuse(HttpServer.TOO_LARGE);
            case NO_ROOM -> refuse(HttpServer.NO_ROOM);
            case TAKEN -> {
                if (content instanceof LastHttpContent) {
                    serve(request);
                }
            }
        }
    }

    private void serve(Incoming request) {
        incoming = null;
        phase = Phase.SERVING;
        Exchange begun = new Exchange(this, channel, request.head(), request.modern(), firstByte);
        exchange = begun;
        try (BodyBuffer body = request.body()) {
            server.serve(begun, request.course(), body.toBytes());
        }
    }

    private void refuse(Framing.Fault fault) {
        refuse(server.refuse(fault));
    }

    /** Answers before the request is read, and listens to the rest for a moment so that the answer is not lost. */
    private void refuse(Reply reply) {
        if (requestId.isEmpty()) {
            requestId = server.ids().of(null);
        }
        forget();
        close = true;
        closing();
        Wire.sendLast(channel, server.responses().whole(reply, requestId, true, false));
    }

    /** Lets go of what has come of a request. */
    private void forget() {
        if (incoming != null) {
            incoming.body().close();
            incoming = null;
        }
    }

    private void closing() {
        phase = Phase.CLOSING;
        since = server.now();
        channel.config().setAutoRead(true);
    }

    Responses responses() {
        return server.responses();
    }

    /** Whether the connection ends with this exchange. */
    boolean closes() {
        return close || server.isDraining();
    }

    /** The exchange's last byte has been handed over. */
    void finished(Exchange done, boolean closed) {
        if (exchange != done) {
            return;
        }
        exchange = null;
        server.served();
        if (closed && ahead.isEmpty()) {
            closing();
            Wire.closeBehind(channel);
        } else if (closed) {
            closing();
            dropAhead();
            Wire.shutdownOutput((SocketChannel) channel);
        } else {
            next();
        }
    }

    /** Takes the next request, or leaves that until its reader has taken the answer before. */
    private void next() {
        if (!channel.isWritable()) {
            return;
        }
        since = server.now();
        firstByte = since;
        phase = ahead.isEmpty() ? Phase.IDLE : Phase.RECEIVING;
        while (!ahead.isEmpty() && phase == Phase.RECEIVING) {
            Object message = ahead.remove();
            bytesAhead -= bytes(message);
            receive(message);
        }
        if (phase == Phase.CLOSING) {
            dropAhead();
        }
        if (!isFarAhead()) {
            channel.config().setAutoRead(true);
        }
    }

    private boolean isFarAhead() {
        return ahead.size() > PARTS_AHEAD || bytesAhead > BYTES_AHEAD;
    }

    private static int bytes(Object message) {
        return message instanceof HttpContent content ? content.content().readableBytes() : 0;
    }

    private void dropAhead() {
        ahead.forEach(ReferenceCountUtil::release);
        ahead.clear();
        bytesAhead = 0;
    }

    /** Called from time to time, from outside: ends what lasts too long. */
    void sweep(long now) {
        ServerSettings settings = server.settings();
        long lasts = now - since;
        switch (phase) {
            case IDLE -> {
                if (lasts > settings.idle().toNanos()) {
                    Wire.onLoop(channel, () -> closeIf(Phase.IDLE));
                }
            }
            case RECEIVING -> {
                if (lasts > settings.receive().toNanos()) {
                    Wire.onLoop(channel, this::tooSlow);
                }
            }
            case CLOSING -> {
                if (lasts > LINGER) {
                    Wire.onLoop(channel, this::endOfLinger);
                }
            }
            case SERVING -> {}
        }
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        if (buffer != null && buffer.totalPendingWriteBytes() > 0) {
            Wire.onLoop(channel, () -> checkReader(now));
        }
    }

    private void closeIf(Phase expected) {
        if (phase == expected) {
            Wire.close(channel);
        }
    }

    private void tooSlow() {
        if (phase == Phase.RECEIVING) {
            refuse(HttpServer.TOO_SLOW);
        }
    }

    private void endOfLinger() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        if (buffer == null || buffer.isEmpty()) {
            Wire.close(channel);
        }
    }

    private void checkReader(long now) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        if (buffer == null) {
            return;
        }
        if (meter.moved(buffer)) {
            stalledSince = now;
        } else if (now - stalledSince > server.settings().writeStall().toNanos()) {
            Wire.close(channel);
        }
    }

    /** Ends it at once, whatever is still to be written. */
    void abort() {
        Wire.close(channel);
    }
}
