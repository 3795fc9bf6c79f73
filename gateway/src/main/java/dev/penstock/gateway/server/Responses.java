package dev.penstock.gateway.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes response heads. Thread-safe. */
final class Responses {

    private static final DefaultHttpHeadersFactory FIELDS =
            DefaultHttpHeadersFactory.headersFactory().withValidation(false);

    private static final AsciiString REQUEST_ID = AsciiString.cached("x-request-id");

    private volatile String date;

    Responses(Instant now) {
        this.date = format(now);
    }

    /** Keeps the date of the answers, to the second. */
    void tick(Instant now) {
        date = format(now);
    }

    HttpResponse whole(Reply reply, String id, boolean close, boolean bodiless) {
        HttpResponseStatus status = HttpResponseStatus.valueOf(reply.status());
        ByteBuf body = bodiless
                ? Unpooled.EMPTY_BUFFER
                : Unpooled.wrappedBuffer(reply.body().unsafeArray());
        HttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body, FIELDS, FIELDS);
        head(response.headers(), reply, id, close);
        if (reply.status() != 204 && reply.status() != 304) {
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, reply.body().size());
        }
        return response;
    }

    /** The head of a stream: chunked, or for an old client ended by the end of the connection. */
    HttpResponse stream(Reply head, String id, boolean close, boolean chunked) {
        HttpResponse response =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(head.status()), FIELDS);
        head(response.headers(), head, id, close);
        if (chunked) {
            response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        return response;
    }

    private void head(HttpHeaders fields, Reply reply, String id, boolean close) {
        fields.set(HttpHeaderNames.DATE, date);
        fields.set(REQUEST_ID, id);
        if (!reply.contentType().isEmpty()) {
            fields.set(HttpHeaderNames.CONTENT_TYPE, reply.contentType());
        }
        reply.headers().forEach(fields::set);
        if (close) {
            fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
    }

    private static String format(Instant now) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC));
    }
}
