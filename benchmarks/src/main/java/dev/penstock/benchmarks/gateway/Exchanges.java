package dev.penstock.benchmarks.gateway;

import java.util.Arrays;

/** What is sent and answered: a short chat completion, plain and as a stream. */
final class Exchanges {

    /** How many deltas a stream has. */
    static final int DELTAS = 64;

    /** Stands for the request's number in a header; replaced before each send. */
    static final byte[] NUMBER = HttpMessage.ascii("0000000000");

    private static final String ANSWER =
            "{\"id\":\"c-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"bench\","
                    + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
                    + "word ".repeat(60)
                    + "\"},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":80,\"completion_tokens\":60,\"total_tokens\":140}}";

    private static final String EVENT =
            "data: {\"id\":\"c-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"bench\",\"choices\":[";

    private Exchanges() {}

    /** A plain answer. */
    static byte[] answer() {
        return HttpMessage.ascii("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
                + ANSWER.length() + "\r\n\r\n" + ANSWER);
    }

    /** The head of a stream. */
    static byte[] streamHead() {
        return HttpMessage.ascii(
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
    }

    /** One delta, as one chunk. */
    static byte[] delta() {
        return chunk(EVENT + "{\"index\":0,\"delta\":{\"content\":\"some words \"},\"finish_reason\":null}]}\n\n");
    }

    /** What follows the last delta. */
    static byte[] streamEnd() {
        byte[] finish = chunk(EVENT + "{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                + EVENT + "],\"usage\":{\"prompt_tokens\":80,\"completion_tokens\":64,\"total_tokens\":144}}\n\n"
                + "data: [DONE]\n\n");
        byte[] last = HttpMessage.ascii("0\r\n\r\n");
        byte[] both = Arrays.copyOf(finish, finish.length + last.length);
        System.arraycopy(last, 0, both, finish.length, last.length);
        return both;
    }

    /** A chat request with further header lines. */
    static byte[] request(String headers, boolean stream) {
        String body = "{\"model\":\"bench\",\"stream\":" + stream + ",\"temperature\":0.2,\"messages\":["
                + "{\"role\":\"system\",\"content\":\"You label what you are given, with one word.\"},"
                + "{\"role\":\"user\",\"content\":\"" + "some text to label ".repeat(20) + "\"}]}";
        return HttpMessage.ascii("POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\n"
                + "content-type: application/json\r\naccept: application/json\r\n" + headers + "content-length: "
                + body.length() + "\r\n\r\n" + body);
    }

    private static byte[] chunk(String text) {
        return HttpMessage.ascii(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }
}
