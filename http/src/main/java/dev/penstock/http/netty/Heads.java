package dev.penstock.http.netty;

import dev.penstock.http.ContentCoding;
import dev.penstock.http.Framing;
import dev.penstock.http.ResponseHead;
import dev.penstock.http.TransportRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Between our heads and Netty's. */
final class Heads {

    /** What is taken off an announced Keep-Alive, for the time that a farewell is under way (design 7). */
    private static final Duration FAREWELL_MARGIN = Duration.ofSeconds(2);

    private static final Pattern KEEP_ALIVE_TIMEOUT = Pattern.compile("(?i)(?:^|[,\\s])timeout\\s*=\\s*(\\d{1,9})");

    private Heads() {}

    static HttpRequest request(TransportRequest request) {
        var head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(request.method()), request.target());
        HttpHeaders headers = head.headers();
        headers.set(HttpHeaderNames.HOST, request.origin().authority());
        headers.set(HttpHeaderNames.ACCEPT_ENCODING, "identity");
        request.headers().forEach(headers::set);
        if (!request.method().equals("GET")) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, request.body().length);
        }
        return head;
    }

    static ResponseHead response(HttpResponse response) {
        Map<String, List<String>> fields = new TreeMap<>();
        for (Map.Entry<String, String> field : response.headers()) {
            fields.computeIfAbsent(field.getKey().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(field.getValue());
        }
        ContentCoding coding = coding(fields.getOrDefault("content-encoding", List.of()));
        if (coding == ContentCoding.GZIP || coding == ContentCoding.DEFLATE) {
            // They speak of the coded bytes, and the reader gets decoded ones (B044).
            fields.keySet().removeAll(Set.of("content-encoding", "content-length"));
        }
        return new ResponseHead(response.status().code(), fields, coding);
    }

    /** What the body's framing will be worth once its end is seen (RFC 9112, 6.3). */
    static Framing framing(HttpResponse response) {
        int status = response.status().code();
        boolean delimited = status == 204
                || status == 304
                || HttpUtil.isTransferEncodingChunked(response)
                || HttpUtil.isContentLengthSet(response);
        return delimited ? Framing.COMPLETE : Framing.UNTIL_CLOSE;
    }

    /** How long the connection may idle after this response; zero or less if it must not be kept. */
    static Duration idleFor(HttpResponse response, Duration longest) {
        if (!HttpUtil.isKeepAlive(response) || framing(response) != Framing.COMPLETE) {
            return Duration.ZERO;
        }
        Duration idle = longest;
        for (String announced : response.headers().getAll("keep-alive")) {
            Matcher timeout = KEEP_ALIVE_TIMEOUT.matcher(announced);
            if (timeout.find()) {
                Duration safe =
                        Duration.ofSeconds(Long.parseLong(timeout.group(1))).minus(FAREWELL_MARGIN);
                idle = safe.compareTo(idle) < 0 ? safe : idle;
            }
        }
        return idle;
    }

    private static ContentCoding coding(List<String> values) {
        String all = String.join(",", values).strip().toLowerCase(Locale.ROOT);
        return switch (all) {
            case "", "identity" -> ContentCoding.IDENTITY;
            case "gzip", "x-gzip" -> ContentCoding.GZIP;
            case "deflate" -> ContentCoding.DEFLATE;
            default -> ContentCoding.UNSUPPORTED;
        };
    }
}
