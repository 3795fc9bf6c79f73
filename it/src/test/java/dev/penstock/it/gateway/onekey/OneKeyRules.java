package dev.penstock.it.gateway.onekey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Said;
import java.util.List;

/** What callers of one key are told. */
final class OneKeyRules {

    private OneKeyRules() {}

    /**
     * Everybody who stayed has the same whole answer in the format that was asked for, and the provider was asked once.
     *
     * @param callers how many stayed
     * @param stream whether they want streams
     * @param sends what reached the provider
     */
    static void areOneAnswer(List<Said> said, int callers, boolean stream, int sends) {
        assertThat(said).hasSize(callers).allSatisfy(one -> {
            assertThat(one.isAnswer()).as(one.body()).isTrue();
            assertThat(one.whole()).isTrue();
            assertThat(one.finish()).isEqualTo("stop");
            assertThat(one.isDone()).isEqualTo(stream);
        });
        assertThat(said.stream().map(Said::text).distinct()).hasSize(1);
        assertThat(sends).as("sends").isEqualTo(1);
    }

    /** A repeat is told what the first was, and that it is a repeat. */
    static void isReplayed(Said first, Said again, int sends) {
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.code()).isEqualTo(first.code());
        assertThat(again.text()).isEqualTo(first.text());
        assertThat(again.header("x-penstock-replayed")).isEqualTo("true");
        assertThat(sends).as("sends").isEqualTo(1);
    }

    /** Another body under the same key is refused and never sent. */
    static void isConflict(Said said, int sends) {
        assertThat(said.status()).as(said.body()).isEqualTo(422);
        assertThat(said.code()).isEqualTo("idempotency_key_reused");
        assertThat(sends).as("sends").isZero();
    }
}
