package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.CONTENT;
import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.STOP;
import static dev.penstock.provider.completion.Reading.data;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B022 R-STREAM-5 usage wherever it comes before [DONE]")
class ReportB022Test {

    private static final String COUNTS = "{'prompt_tokens':5,'completion_tokens':2}";

    @ParameterizedTest
    @ValueSource(strings = {"{'choices':[],'usage':U}", "{'choices':null,'usage':U}", "{'usage':U}"})
    void chunkWithoutChoices_isAcceptedFirstAndLast(String form) {
        String chunk = data(form.replace("U", COUNTS));
        Reading last = Reading.stream().read(CONTENT).read(STOP).read(chunk).read(DONE);
        Reading first = Reading.stream().read(chunk).read(CONTENT).read(STOP).read(DONE);
        for (Reading reading : new Reading[] {last, first}) {
            assertThat(reading.completion()).isInstanceOf(Completion.Whole.class);
            assertThat(reading.reader.answer().usage().orElseThrow().completion())
                    .hasValue(2);
            assertThat(reading.reader.answer().flags()).isEmpty();
        }
    }

    @Test
    void usageBesideTheFinish_isTakenAndLaterNullsChangeNothing() {
        Reading reading = Reading.stream()
                .read(data("{'choices':[{'index':0,'delta':{'content':'a'}}],'usage':null}"))
                .read(data("{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'usage':" + COUNTS + "}"))
                .read(data("{'choices':[],'usage':null}"))
                .read(DONE);
        assertThat(reading.reader.answer().usage().orElseThrow().prompt()).hasValue(5);
    }

    @Test
    void lastUsage_wins() {
        Reading reading = Reading.stream()
                .read(data("{'choices':[],'usage':{'prompt_tokens':5,'completion_tokens':1}}"))
                .read(CONTENT)
                .read(STOP)
                .read(data("{'choices':[],'usage':" + COUNTS + "}"))
                .read(DONE);
        assertThat(reading.reader.answer().usage().orElseThrow().completion()).hasValue(2);
    }

    @Test
    void usageAfterDone_isIgnored() {
        Reading reading = Reading.stream().read(CONTENT).read(STOP).read(DONE + data("{'usage':" + COUNTS + "}"));
        assertThat(reading.reader.answer().usage()).isEmpty();
        assertThat(reading.reader.answer().flags()).contains(AnswerFlag.AFTER_DONE, AnswerFlag.MISSING_USAGE);
    }
}
