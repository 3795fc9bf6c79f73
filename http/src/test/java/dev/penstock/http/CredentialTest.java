package dev.penstock.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B093 R-PRIVACY-1 a key in somebody else's words")
class CredentialTest {

    private static final Credential KEY = Credential.of("sk-0123456789");

    @Test
    void hiddenIn_everyOccurrence_isMaskedInPlace() {
        byte[] text = "sk-0123456789, and again: sk-0123456789".getBytes(UTF_8);

        assertThat(new String(KEY.hiddenIn(text), UTF_8)).isEqualTo("*************, and again: *************");
        assertThat(new String(text, UTF_8)).startsWith("sk-");
    }

    @Test
    void hiddenIn_anythingElse_isTheSameArray() {
        byte[] text = "sk-012345678 is another".getBytes(UTF_8);

        assertThat(KEY.hiddenIn(text)).isSameAs(text);
        assertThat(KEY.hiddenIn(new byte[0])).isEmpty();
    }

    @Test
    @DisplayName("what a local server takes for a key may be an ordinary word")
    void hiddenIn_shortKey_isNotLookedFor() {
        byte[] text = "none of them".getBytes(UTF_8);

        assertThat(Credential.of("none").hiddenIn(text)).isSameAs(text);
    }

    @Test
    void toString_revealsNothing() {
        assertThat(KEY.toString()).doesNotContain("0123");
    }
}
