package dev.penstock.http.netty;

import dev.penstock.http.TransportRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;

/**
 * Hands a request to the socket in slices, a few at a time, so that a peer that does not read is noticed and an ended
 * exchange hands nothing more over. Runs on the event loop.
 */
final class Upload {

    private static final int SLICE = 16 << 10;
    private static final int SLICES_AHEAD = 4;

    private final TransportRequest request;
    private final Channel channel;
    private final Progress progress;
    private int offset;
    private int ahead;
    private boolean lastHandedOver;

    /** Decides about slices and hears of them. */
    interface Progress {
        /** Whether a slice may be handed over; asked directly before. */
        boolean handOver(boolean last);

        /** A slice was handed to the socket. */
        void handedOver(int bytes, boolean last);

        /** A slice could not be written. */
        void stuck();
    }

    Upload(TransportRequest request, Channel channel, Progress progress) {
        this.request = request;
        this.channel = channel;
        this.progress = progress;
    }

    void start() {
        boolean last = request.body().length <= SLICE;
        if (progress.handOver(last)) {
            var ignored = channel.write(Heads.request(request));
            write(last);
            pump();
        }
    }

    private void pump() {
        while (!lastHandedOver && ahead < SLICES_AHEAD) {
            boolean last = request.body().length - offset <= SLICE;
            if (!progress.handOver(last)) {
                return;
            }
            write(last);
        }
    }

    private void write(boolean last) {
        int length = Math.min(SLICE, request.body().length - offset);
        ByteBuf slice = Unpooled.wrappedBuffer(request.body(), offset, length);
        offset += length;
        ahead++;
        lastHandedOver = last;
        var ignored = channel.writeAndFlush(last ? new DefaultLastHttpContent(slice) : new DefaultHttpContent(slice))
                .addListener(written -> {
                    ahead--;
                    if (written.isSuccess()) {
                        progress.handedOver(length, last);
                        pump();
                    } else {
                        progress.stuck();
                    }
                });
    }
}
