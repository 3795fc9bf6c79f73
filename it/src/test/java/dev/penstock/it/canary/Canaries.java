package dev.penstock.it.canary;

import static org.assertj.core.api.Assertions.assertThat;

/** Texts that must not turn up where they do not belong (B093). */
final class Canaries {

    static final String KEY = "sk-CANARYKEY0123456789abcdefghij";
    static final String PROMPT = "PROMPTCANARY7f3a";
    static final String ANSWER = "ANSWERCANARY91bc";

    /** What the provider says about a request that it rejects. */
    static final String MESSAGE = "MESSAGECANARY55de";

    /** What a client of the gateway shows. */
    static final String CLIENT_KEY = "psk_CANARYCLIENT0123456789abcdefghij";

    static final String IDEMPOTENCY_KEY = "IDEMPOTENCYCANARY22ab";

    private Canaries() {}

    /** Nothing of them is in what anybody may read over a shoulder or send to a log collector. */
    static void noneIn(String where, String text) {
        assertThat(text).as(where).doesNotContain(KEY, PROMPT, ANSWER, MESSAGE, CLIENT_KEY, IDEMPOTENCY_KEY);
    }

    /** A key has no place anywhere, encoded or not. */
    static void noKeyIn(String where, String text) {
        assertThat(text).as(where).doesNotContain(KEY, KEY.substring(3, 20), CLIENT_KEY);
    }
}
