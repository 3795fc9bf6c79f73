package dev.penstock.provider.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.provider.request.Asked;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorReaderTest {

    private static ErrorFacts error(int status, String body) {
        return Objects.requireNonNull(Reading.of(new Asked(false, 1), status, Map.of())
                .read(body.replace('\'', '"'))
                .end()
                .reader
                .judge()
                .error());
    }

    @Test
    void openAisShape_isRead() {
        assertThat(error(429, "{'error':{'message':'m','type':'t','param':null,'code':'c'}}"))
                .isEqualTo(new ErrorFacts(OptionalInt.empty(), "c", "t", "m"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'error':'m'} | m",
                "{'message':'m','code':1} | m",
                "{'detail':'m'} | m",
                "{'error':{'message':'m'}} | m",
                "[{'error':{'message':'m'}}] | m",
                "Insufficient Balance | Insufficient Balance",
                "{'error':{'message':'bad key sk-abcdef123456 given'}} | bad key [redacted] given",
                "{'error':{'message':'header Bearer abc.def'}} | header [redacted]",
                "{'error':{'message':'a<script>alert(1)</script><b>b</b>'}} | a b"
            })
    void otherShapes_giveTheirMessage(String body, String message) {
        assertThat(error(400, body).message()).isEqualTo(message);
    }

    @Test
    void messages_areBoundedAndWithoutControlCharacters() {
        assertThat(error(400, "{'error':{'message':'" + "x".repeat(5_000) + "'}}")
                        .message())
                .hasSize(500);
        assertThat(error(400, "a\u0000b\u001B[31mc\u202Ed\ne").message()).isEqualTo("a b [31mc d e");
    }

    @Test
    void text_hidesTheMessage() {
        assertThat(error(400, "{'error':{'message':'prompt text'}}").toString()).doesNotContain("prompt text");
    }

    @Test
    void longCode_isNotKept() {
        assertThat(error(400, "{'error':{'code':'" + "x".repeat(200) + "'}}").code())
                .isNull();
    }

    @Test
    @DisplayName("R-RETRYAFTER-4 hints are read from 429, 500 and 503 only")
    void hints_onlyWhereTheyCount() {
        Map<String, String> fields = Map.of("retry-after", "3", "retry-after-ms", "2500", "date", "now");
        for (int status : List.of(429, 500, 503)) {
            assertThat(Reading.of(new Asked(false, 1), status, fields)
                            .reader
                            .judge()
                            .hints())
                    .isEqualTo(new RetryHints(List.of("3"), List.of("2500"), "now"));
        }
        for (int status : List.of(400, 408, 502, 302)) {
            assertThat(Reading.of(new Asked(false, 1), status, fields)
                            .reader
                            .judge()
                            .hints())
                    .isEqualTo(RetryHints.NONE);
        }
    }
}
