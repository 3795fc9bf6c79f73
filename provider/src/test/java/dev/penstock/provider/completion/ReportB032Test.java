package dev.penstock.provider.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.provider.request.Asked;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B032 framing and content type that do not fit")
class ReportB032Test {

    private static final String ERROR = "{\"error\":{\"code\":400,\"message\":\"exceeds context\"}}";
    private static final String COMPLETION =
            "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}";

    @Test
    void unframedError_underEventStream_isAnError() {
        for (String body : List.of(ERROR, ERROR + "\n", ": hi\n\n" + ERROR + "\n", ERROR.replace(",", ",\n  "))) {
            assertThat(Reading.stream().read(body).end().completion())
                    .as(body)
                    .isInstanceOfSatisfying(
                            Completion.ErrorObject.class,
                            error -> assertThat(error.error().statusCode()).hasValue(400));
        }
    }

    @Test
    void unframedCompletion_underEventStream_isNotTheProtocol() {
        assertThat(Reading.stream().read(COMPLETION).end().completion())
                .isEqualTo(new Completion.NotTheProtocol("JSON where events were announced"));
    }

    @Test
    void anythingElse_underEventStream_isNotTheProtocolAndQuotesNothing() {
        assertThat(Reading.stream().read("secret prompt\n").end().completion())
                .isEqualTo(new Completion.NotTheProtocol("a body without a single event"));
    }

    @Test
    void unframedBodyThatIsCut_isPartial() {
        assertThat(Reading.stream().read(ERROR).cut().completion()).isEqualTo(new Completion.Partial(false));
    }

    @Test
    void completionInPlaceOfAStream_isAcceptedUnderAJsonType() {
        Reading reading = Reading.of(new Asked(true, 1), 200, Map.of("content-type", "application/json"))
                .read(COMPLETION)
                .end();
        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of("stop"), false, true, false));
        assertThat(reading.reader.answer().flags()).contains(AnswerFlag.JSON_FOR_STREAM);
    }

    @Test
    void streamInPlaceOfJson_isNotTheProtocol() {
        Reading reading = Reading.of(new Asked(false, 1), 200, Map.of("content-type", "text/event-stream"))
                .read(Reading.CONTENT + Reading.STOP)
                .end();
        assertThat(reading.completion()).isInstanceOf(Completion.NotTheProtocol.class);
    }

    @Test
    void missingType_isReadAsWhatWasAskedFor() {
        assertThat(Reading.of(new Asked(false, 1), 200, Map.of())
                        .read(COMPLETION)
                        .end()
                        .completion())
                .isInstanceOf(Completion.Whole.class);
        assertThat(Reading.of(new Asked(true, 1), 200, Map.of())
                        .read(Reading.CONTENT + Reading.STOP)
                        .completion())
                .isInstanceOf(Completion.Whole.class);
    }
}
