package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.request.Asked;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B040 pages and JSON of intermediaries")
class ReportB040Test {

    private static final Asked ASKED = new Asked(false, 1);
    private static final String PAGE = "<!DOCTYPE html><html><head><title>Bad gateway</title>"
            + "<style>p{color:red}</style><script>var x='<b>';</script></head><body>"
            + "<p>Ray ID\u0007: 1</p>" + "<div></div>".repeat(700) + "</body></html>";

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504, 520, 522, 524})
    void pageUnderAnErrorStatus_isStrippedAndBounded(int status) {
        Reading reading = Reading.of(ASKED, status, Map.of("content-type", "text/html"))
                .read(PAGE)
                .end();
        ErrorFacts error = Objects.requireNonNull(reading.reader.judge().error());
        assertThat(reading.reader.judge().status()).isEqualTo(status);
        assertThat(error.message()).isEqualTo("Bad gateway Ray ID : 1");
        assertThat(error.code()).isNull();
    }

    @Test
    void pageUnder200_isNotTheProtocol() {
        Reading reading = Reading.of(ASKED, 200, Map.of("content-type", "text/html; charset=utf-8"))
                .read(PAGE)
                .end();
        assertThat(reading.completion())
                .isEqualTo(new Completion.NotTheProtocol("a content type that was not asked for"));
    }

    @Test
    void pageUnderAJsonType_isNotTheProtocol() {
        assertThat(Reading.json().read(PAGE).end().completion())
                .isEqualTo(new Completion.NotTheProtocol("a body that is not one JSON object"));
    }

    @Test
    void intermediarysJsonUnder200_isAnErrorWithItsStatus() {
        Reading reading = Reading.wholeJson("{'cloudflare_error':true,'status':520,'title':'x'}");
        assertThat(reading.completion())
                .isEqualTo(new Completion.ErrorObject(
                        new ErrorFacts(OptionalInt.of(520), null, "cloudflare_error", null), false));
    }

    @Test
    void bodyOverItsBound_endsThereAndIsStillJudged() {
        byte[] endless = ("{\"error\":\"" + "x".repeat(100_000)).getBytes(UTF_8);
        Reading reading = Reading.of(ASKED, 502, Map.of()).read(endless);
        assertThat(reading.last().phase()).isEqualTo(Phase.ENDED);
        assertThat(reading.reader.judge().error()).isNotNull();
        assertThat(reading.reader.answer().json()).hasSize(64 << 10);
    }
}
