package dev.penstock.gateway.server;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Reads requests and refuses what two readers could frame differently: a length beside a chunked coding is no request at
 * all (RFC 9112, 6.1 and 6.3).
 */
final class StrictDecoder extends HttpRequestDecoder {

    private static final int MAX_REQUEST_LINE = 8 << 10;
    private static final int CHUNK = 64 << 10;

    StrictDecoder(int maxHeaderBytes) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_REQUEST_LINE)
                .setMaxHeaderSize(maxHeaderBytes)
                .setMaxChunkSize(CHUNK)
                .setStrictLineParsing(true));
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both a length and a chunked coding");
    }
}
