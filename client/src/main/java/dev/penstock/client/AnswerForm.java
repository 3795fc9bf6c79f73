package dev.penstock.client;

/** In which form an answer is kept (design 12). */
enum AnswerForm {
    /** One {@code chat.completion}. */
    JSON("application/json"),
    /** The events of a stream, without comments. */
    EVENTS("text/event-stream");

    private final String contentType;

    AnswerForm(String contentType) {
        this.contentType = contentType;
    }

    String contentType() {
        return contentType;
    }

    static AnswerForm of(String contentType) {
        return contentType.equals(EVENTS.contentType) ? EVENTS : JSON;
    }
}
