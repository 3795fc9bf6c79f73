package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.provider.request.Asked;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B033 nothing at all is never a success")
class ReportB033Test {

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", ": keep-alive\n\n: keep-alive\n\n", "event: ping\n\n", ": keep-al"})
    void onlyKeepAlives_isNothing(String body) {
        assertThat(Reading.stream().read(body).end().completion()).isEqualTo(new Completion.Nothing());
        assertThat(Reading.stream().read(body).cut().completion()).isEqualTo(new Completion.Nothing());
    }

    @Test
    void onlyDone_hasNoFinishAndNoOutput() {
        Reading reading = Reading.stream().read(DONE);
        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of(""), false, false, false));
        assertThat(reading.reader.answer().usage()).isEmpty();
    }

    @Test
    void emptyError_isJudgedByItsStatus() {
        Reading reading = Reading.of(new Asked(true, 1), 503, Map.of()).end();
        assertThat(reading.reader.judge()).isEqualTo(new ResponseFacts(503, null, null, RetryHints.NONE));
    }
}
