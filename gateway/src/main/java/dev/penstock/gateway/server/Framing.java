package dev.penstock.gateway.server;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with a message's framing: the shapes by which one request could pass for two (RFC 9112). */
final class Framing {

    /** Why a message is refused; its connection is closed behind the answer. */
    record Fault(int status, String code, String message) {}

    private static final Fault MALFORMED = new Fault(400, "invalid_request", "the request is not valid HTTP/1.1");
    private static final Fault HOST = new Fault(400, "invalid_request", "one Host header is needed");
    private static final Fault CODING =
            new Fault(501, "invalid_request", "Transfer-Encoding can only be chunked, and only in HTTP/1.1");
    private static final Fault EXPECTATION = new Fault(417, "invalid_request", "Expect can only be 100-continue");
    private static final Fault HEADERS =
            new Fault(431, "request_header_too_large", "the header fields are larger than this server takes");
    private static final Fault LINE = new Fault(414, "request_uri_too_long", "the request line is too long");

    private Framing() {}

    /** What is wrong with the head; null if nothing is. */
    static @Nullable Fault of(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return of(request.decoderResult());
        }
        HttpHeaders headers = request.headers();
        boolean modern = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (!modern && !request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return MALFORMED;
        }
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || (modern && hosts == 0)) {
            return HOST;
        }
        List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!codings.isEmpty()
                && !(modern
                        && codings.size() == 1
                        && "chunked".equalsIgnoreCase(codings.getFirst().strip()))) {
            return CODING;
        }
        String expected = headers.get(HttpHeaderNames.EXPECT);
        return expected != null && !"100-continue".equalsIgnoreCase(expected) ? EXPECTATION : null;
    }

    /** What is wrong with a message that could not be read. */
    static Fault of(DecoderResult result) {
        return switch (result.cause()) {
            case TooLongHttpHeaderException ignored -> HEADERS;
            case TooLongHttpLineException ignored -> LINE;
            default -> MALFORMED;
        };
    }
}
