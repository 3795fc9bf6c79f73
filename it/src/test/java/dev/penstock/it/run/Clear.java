package dev.penstock.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Ended;

/** What every refusal looks like: one line that says cause and mend, and no stack trace. */
final class Clear {

    private Clear() {}

    /** It said one thing, and these words are in it. */
    static void message(Ended ended, String... words) {
        assertThat(ended.err().strip().lines()).as("%s", ended).hasSize(1);
        noTrace(ended);
        assertThat(ended.err()).startsWith("penstock: ").contains(words);
    }

    static void noTrace(Ended ended) {
        assertThat(ended.err() + ended.out())
                .as("%s", ended)
                .doesNotContain("\tat ")
                .doesNotContain("Exception");
    }
}
