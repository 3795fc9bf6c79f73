package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.CONTENT;
import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.STOP;
import static dev.penstock.provider.completion.Reading.data;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.completion.StreamChunk.Kind;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B030 an error object inside a 200")
class ReportB030Test {

    private static final String OVERLOADED =
            data("{'error':{'code':503,'message':'overloaded','type':'server_error'}}");
    private static final ErrorFacts FACTS = new ErrorFacts(OptionalInt.of(503), "503", "server_error", "overloaded");

    @Test
    void errorAfterOutput_isTerminal() {
        Reading reading = Reading.stream().read(CONTENT).read(CONTENT).read(OVERLOADED);
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.ENDED));
        assertThat(reading.kinds()).containsExactly(Kind.OUTPUT, Kind.OUTPUT, Kind.ERROR);
        assertThat(reading.completion()).isEqualTo(new Completion.ErrorObject(FACTS, true));
        assertThat(reading.reader.answer().partial()).isTrue();
    }

    @Test
    void errorAsTheFirstEvent_hasNoOutput() {
        assertThat(Reading.stream().read(OVERLOADED).completion()).isEqualTo(new Completion.ErrorObject(FACTS, false));
    }

    @Test
    void laterDone_doesNotHealIt() {
        Reading reading = Reading.stream()
                .read(CONTENT)
                .read(OVERLOADED + DONE)
                .read(DONE)
                .end();
        assertThat(reading.completion()).isEqualTo(new Completion.ErrorObject(FACTS, true));
    }

    @Test
    void eventNamedError_isAnError() {
        Reading reading = Reading.stream().read("event: error\n" + data("{'message':'x'}"));
        assertThat(reading.completion())
                .isEqualTo(new Completion.ErrorObject(new ErrorFacts(OptionalInt.empty(), null, null, "x"), false));
        Reading plain = Reading.stream().read("event: error\ndata: went wrong\n\n");
        assertThat(plain.completion())
                .isEqualTo(new Completion.ErrorObject(
                        new ErrorFacts(OptionalInt.empty(), null, null, "went wrong"), false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'error':'overloaded'}",
                "{'object':'error','message':'overloaded','type':'server_error','code':503}",
                "{'error':{'message':'overloaded','status':'503'}}",
                "{'error':[{'message':'overloaded'}]}"
            })
    void otherShapes_areErrorsToo(String shape) {
        assertThat(Reading.stream().read(data(shape)).completion())
                .isInstanceOfSatisfying(
                        Completion.ErrorObject.class,
                        error -> assertThat(error.error().message()).isEqualTo("overloaded"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'error':null,'choices':[]}", "{'error':'','choices':[]}", "{'error':false}", "{}"})
    void emptyError_isNone(String shape) {
        Reading reading =
                Reading.stream().read(CONTENT).read(data(shape)).read(STOP).read(DONE);
        assertThat(reading.completion()).isInstanceOf(Completion.Whole.class);
    }

    @Test
    void errorAfterTheLastFinish_isOnlyFlagged() {
        Reading reading =
                Reading.stream().read(CONTENT).read(STOP).read(OVERLOADED).end();
        assertThat(reading.completion()).isInstanceOf(Completion.Whole.class);
        assertThat(reading.reader.answer().flags()).contains(AnswerFlag.ERROR_AFTER_FINISH);
    }

    @Test
    void errorAsAWholeJsonBody_isAnErrorObject() {
        Reading reading = Reading.wholeJson("{'error':{'code':'rate_limit','message':'slow','type':'requests'}}");
        assertThat(reading.completion())
                .isEqualTo(new Completion.ErrorObject(
                        new ErrorFacts(OptionalInt.empty(), "rate_limit", "requests", "slow"), false));
    }
}
