package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.data;
import static dev.penstock.provider.completion.Reading.delta;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B023 null, absent and empty are three things")
class ReportB023Test {

    @Test
    void nullContent_isNeverText() {
        Reading reading = Reading.stream()
                .read(delta("{'role':'assistant','content':null,'reasoning_content':''}"))
                .read(
                        delta(
                                "{'content':null,'tool_calls':[{'index':0,'id':'c','function':{'name':'f','arguments':'{}'}}]}"))
                .read(delta("{'content':'a'}"))
                .read(data("{'choices':[{'index':0,'finish_reason':'tool_calls'}]}"))
                .read(DONE);
        assertThat(reading.answer()).contains("\"content\":\"a\"").contains("\"reasoning_content\":\"\"");
        assertThat(reading.reader.answer().toolCalls()).hasSize(1);
    }

    @Test
    void field_remembersWhatItSaw() {
        TextField field = new TextField();
        assertThat(field.isAbsent()).isTrue();
        field.sawNull();
        assertThat(field.isAbsent()).isFalse();
        assertThat(field.text()).isNull();
        field.append(new char[0], 0, 0);
        assertThat(field.text()).isNotNull().isEmpty();
        assertThat(field.hasText()).isFalse();
        field.append(new char[] {'a'}, 0, 1);
        assertThat(field.hasText()).isTrue();
    }

    @Test
    void onlyNull_isWrittenAsNull() {
        Reading reading = Reading.stream()
                .read(delta("{'content':null,'refusal':null}"))
                .read(Reading.STOP)
                .read(DONE);
        assertThat(reading.answer()).contains("\"content\":null,\"refusal\":null}");
    }
}
