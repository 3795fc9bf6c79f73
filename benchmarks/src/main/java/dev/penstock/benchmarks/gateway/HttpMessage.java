package dev.penstock.benchmarks.gateway;

import java.nio.charset.StandardCharsets;

/** Finds the end of one HTTP/1.1 message: what both sides of a benchmark need of the protocol, and no more. */
final class HttpMessage {

    private static final byte[] HEAD_END = ascii("\r\n\r\n");
    private static final byte[] LENGTH = ascii("\r\ncontent-length:");
    private static final byte[] CHUNKED = ascii("\r\ntransfer-encoding: chunked");

    private HttpMessage() {}

    /** How long the first message is, or -1 while it is not complete. */
    static int end(byte[] bytes, int size) {
        int headEnd = find(bytes, 0, size, HEAD_END);
        if (headEnd < 0) {
            return -1;
        }
        int body = headEnd + HEAD_END.length;
        int length = find(bytes, 0, body, LENGTH);
        if (length >= 0) {
            int end = body + number(bytes, length + LENGTH.length, 10);
            return end <= size ? end : -1;
        }
        return find(bytes, 0, body, CHUNKED) < 0 ? body : chunksEnd(bytes, body, size);
    }

    /** Where a word begins, compared without regard to case; -1 if it is not there. */
    static int find(byte[] bytes, int from, int to, byte[] word) {
        for (int at = from; at <= to - word.length; at++) {
            int same = 0;
            while (same < word.length && lower(bytes[at + same]) == word[same]) {
                same++;
            }
            if (same == word.length) {
                return at;
            }
        }
        return -1;
    }

    /** A word as its bytes. */
    static byte[] ascii(String word) {
        return word.getBytes(StandardCharsets.US_ASCII);
    }

    private static int chunksEnd(byte[] bytes, int body, int size) {
        int at = body;
        while (at < size) {
            int line = at;
            while (line < size && bytes[line] != '\n') {
                line++;
            }
            int length = number(bytes, at, 16);
            at = line + 1 + length + 2;
            if (length == 0) {
                return at <= size ? at : -1;
            }
        }
        return -1;
    }

    private static int number(byte[] bytes, int from, int radix) {
        int at = from;
        while (bytes[at] == ' ') {
            at++;
        }
        int number = 0;
        for (int digit = Character.digit(bytes[at], radix); digit >= 0; digit = Character.digit(bytes[++at], radix)) {
            number = number * radix + digit;
        }
        return number;
    }

    private static byte lower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
    }
}
