package dev.penstock.provider.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B088 unknown usage is unknown, never 0")
class ReportB088Test {

    private static Usage read(String json) {
        return UsageReader.read(json.replace('\'', '"').getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'cost':0}",
                "{'prompt_tokens':0,'completion_tokens':0}",
                "{'prompt_tokens':7,'completion_tokens':0}",
                "{'prompt_tokens':7}",
                "{'completion_tokens':7}",
                "{'prompt_tokens':null,'completion_tokens':7}",
                "{'prompt_tokens':-1,'completion_tokens':7}",
                "{'prompt_tokens':1.5,'completion_tokens':7}",
                "{'prompt_tokens':'7','completion_tokens':7}",
                "[]",
                "{'prompt_tokens':7"
            })
    void besideOutput_isUnknown(String json) {
        assertThat(read(json).isKnown(true)).isFalse();
    }

    @Test
    void withoutOutput_noCompletionIsBelievable() {
        assertThat(read("{'prompt_tokens':7,'completion_tokens':0}").isKnown(false))
                .isTrue();
        assertThat(read("{'prompt_tokens':0,'completion_tokens':0}").isKnown(false))
                .isFalse();
    }

    @Test
    void realCounts_areKnown() {
        assertThat(read("{'prompt_tokens':7,'completion_tokens':1,'cost':0}").isKnown(true))
                .isTrue();
    }
}
