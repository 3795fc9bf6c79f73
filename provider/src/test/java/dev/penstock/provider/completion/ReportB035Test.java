package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.delta;
import static dev.penstock.provider.completion.Reading.finish;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B035 R-STREAM-4 a partial tool call is never executable")
class ReportB035Test {

    private static final String CUT = "{\"cmd\":\"rm -rf /data/a";

    private static String call(int index, String name, String arguments) {
        String quoted = arguments.replace("\"", "\\\"");
        return delta("{'tool_calls':[{'index':" + index + ",'id':'c" + index
                        + "','type':'function','function':{'name':'" + name + "','arguments':'@'}}]}")
                .replace("@", quoted);
    }

    private static String more(int index, String arguments) {
        return delta("{'tool_calls':[{'index':" + index + ",'function':{'arguments':'@'}}]}")
                .replace("@", arguments.replace("\"", "\\\""));
    }

    @Test
    void callCutAtItsLength_isIncompleteAndNeverRepaired() {
        Reading reading = Reading.stream()
                .read(call(0, "ls", "{}"))
                .read(call(1, "sh", CUT))
                .read(finish("length"))
                .read(DONE);
        assertThat(reading.reader.answer().toolCalls())
                .containsExactly(
                        new ToolCall(0, 0, "c0", "ls", "{}", true), new ToolCall(0, 1, "c1", "sh", CUT, false));
        assertThat(reading.answer())
                .contains("\"tool_calls\":[{\"id\":\"c0\"")
                .contains("\"incomplete_tool_calls\":[{\"id\":\"c1\"")
                .contains("\"arguments\":\"{\\\"cmd\\\":\\\"rm -rf /data/a\"");
    }

    @Test
    void fragments_areJoinedByIndex() {
        Reading reading = Reading.stream()
                .read(call(0, "f", ""))
                .read(call(1, "g", "{"))
                .read(more(0, "{\"a\":"))
                .read(more(1, "}"))
                .read(more(0, "1}"))
                .read(finish("tool_calls"))
                .read(DONE);
        assertThat(reading.reader.answer().toolCalls())
                .containsExactly(
                        new ToolCall(0, 0, "c0", "f", "{\"a\":1}", true), new ToolCall(0, 1, "c1", "g", "{}", true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"length", "content_filter", "insufficient_system_resource", "aborted", "brand_new"})
    void wellFormedLastCall_underAnotherFinish_isIncomplete(String reason) {
        Reading reading =
                Reading.stream().read(call(0, "f", "{}")).read(finish(reason)).read(DONE);
        assertThat(reading.reader.answer().toolCalls())
                .extracting(ToolCall::complete)
                .containsExactly(false);
        assertThat(reading.answer()).doesNotContain("\"tool_calls\"");
    }

    @Test
    void wellFormedCall_ofABrokenStream_isIncomplete() {
        Reading reading =
                Reading.stream().read(call(0, "f", "{\"path\":\"/\"}")).cut();
        assertThat(reading.reader.answer().toolCalls())
                .extracting(ToolCall::complete)
                .containsExactly(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"a\":}", "[1]", "{} {}", "{\"a\":1,}", "nonsense"})
    void callWithBrokenArguments_isIncompleteEvenAfterItsFinish(String arguments) {
        Reading reading = Reading.stream()
                .read(call(0, "f", arguments))
                .read(finish("tool_calls"))
                .read(DONE);
        assertThat(reading.reader.answer().toolCalls())
                .containsExactly(new ToolCall(0, 0, "c0", "f", arguments, false));
    }

    @Test
    void wholeJson_tellsCompleteCallsToo() {
        Reading reading = Reading.wholeJson("{'choices':[{'index':0,'message':{'content':null,'tool_calls':["
                + "{'id':'a','type':'function','function':{'name':'f','arguments':'{}'}},"
                + "{'id':'b','type':'function','function':{'name':'g','arguments':'{'}}]},"
                + "'finish_reason':'length'}]}");
        assertThat(reading.reader.answer().toolCalls())
                .extracting(ToolCall::complete)
                .containsExactly(true, false);
    }

    @Test
    void text_hidesTheArguments() {
        assertThat(new ToolCall(0, 0, "id", "f", "{\"secret\":1}", true).toString())
                .doesNotContain("secret");
    }

    @Test
    void functionCall_isKeptTheSameWay() {
        Reading reading = Reading.stream()
                .read(delta("{'function_call':{'name':'f','arguments':''}}"))
                .read(delta("{'function_call':{'arguments':'{}'}}"))
                .read(finish("function_call"))
                .read(DONE);
        assertThat(reading.answer()).contains("\"function_call\":{\"name\":\"f\",\"arguments\":\"{}\"}");
        Reading cut = Reading.stream()
                .read(delta("{'function_call':{'name':'f','arguments':'{'}}"))
                .cut();
        assertThat(cut.answer()).contains("\"incomplete_function_call\"").doesNotContain("\"function_call\"");
    }
}
