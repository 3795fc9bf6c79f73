package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.CONTENT;
import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.data;
import static dev.penstock.provider.completion.Reading.finish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B029 finish reasons are kept as they came")
class ReportB029Test {

    @ParameterizedTest
    @ValueSource(strings = {"insufficient_system_resource", "aborted", "brand_new", "error", ""})
    void reason_isKeptRaw(String reason) {
        Reading stream = Reading.stream().read(CONTENT).read(finish(reason)).read(DONE);
        assertThat(stream.completion()).isEqualTo(new Completion.Whole(List.of(reason), false, true, false));
        Reading json = Reading.wholeJson(
                "{'choices':[{'index':0,'message':{'content':'a'},'finish_reason':'" + reason + "'}]}");
        assertThat(json.completion()).isEqualTo(new Completion.Whole(List.of(reason), false, true, false));
    }

    @Test
    void errorOnAChoice_isTold() {
        Reading stream = Reading.stream()
                .read(CONTENT)
                .read(data("{'choices':[{'index':0,'delta':{},'finish_reason':'error',"
                        + "'error':{'code':502,'message':'x'}}]}"))
                .read(DONE);
        assertThat(stream.completion()).isEqualTo(new Completion.Whole(List.of("error"), false, true, true));
    }

    @Test
    void nullReason_isNoReason() {
        Reading json = Reading.wholeJson("{'choices':[{'index':0,'message':{'content':'a'},'finish_reason':null}]}");
        assertThat(json.completion()).isEqualTo(new Completion.Whole(List.of(""), false, true, false));
    }
}
