package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Design 12: a stored answer in the other form")
class AnswerConversionTest {

    private static final String JSON = """
            {"id":"i","object":"chat.completion","created":5,"model":"m","system_fingerprint":"f","choices":\
            [{"index":0,"message":{"role":"assistant","content":"a","reasoning_content":"r"},\
            "logprobs":{"content":[{"token":"a"}]},"finish_reason":"stop"},\
            {"index":1,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":\
            [{"id":"c","type":"function","function":{"name":"g","arguments":"{}"}}]},"finish_reason":"tool_calls"}],\
            "usage":{"prompt_tokens":1,"completion_tokens":2}}""";

    private static String framed(List<byte[]> events) {
        StringBuilder stream = new StringBuilder();
        events.forEach(event -> stream.append(new String(event, UTF_8)));
        return stream.toString();
    }

    @Test
    void jsonToEventsAndBack_saysTheSame() {
        List<byte[]> events = AnswerConversion.toEvents(JSON.getBytes(UTF_8), true);
        assertThat(events).hasSize(6);
        assertThat(new String(events.getLast(), UTF_8)).isEqualTo("data: [DONE]\n\n");
        assertThat(new String(AnswerConversion.toJson(framed(events).getBytes(UTF_8)), UTF_8))
                .isEqualTo(JSON);
    }

    @Test
    void events_areACompleteStreamForAReader() {
        Reading reading = Reading.stream(2).read(framed(AnswerConversion.toEvents(JSON.getBytes(UTF_8), true)));
        assertThat(reading.last().phase()).isEqualTo(Received.Phase.ENDED);
        assertThat(reading.reader.answer().flags()).isEmpty();
        assertThat(reading.reader.answer().toolCalls()).containsExactly(new ToolCall(1, 0, "c", "g", "{}", true));
    }

    @Test
    void usageNobodyAskedFor_isLeftOut() {
        assertThat(framed(AnswerConversion.toEvents(JSON.getBytes(UTF_8), false)))
                .doesNotContain("usage");
    }

    @Test
    @DisplayName("B088 the usage that nobody asked for is taken out of a stored stream, and every other byte stays")
    void storedEvents_withoutUsage() {
        String head = """
                data: {"choices":[{"index":0,"delta":{"content":"a"}}],"usage":null}

                id: 7
                data:{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                """;
        String usage = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n";
        String done = "data: [DONE]\n\n";

        byte[] without = AnswerConversion.withoutUsage((head + usage + done).getBytes(UTF_8));

        assertThat(new String(without, UTF_8)).isEqualTo(head + done);
        assertThat(new String(AnswerConversion.toJson((head + usage + done).getBytes(UTF_8)), UTF_8))
                .contains("\"prompt_tokens\":1");
    }

    @Test
    void anythingElse_isRefusedWithoutQuotingIt() {
        assertThatThrownBy(() -> AnswerConversion.toEvents("{secret".getBytes(UTF_8), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a stored chat completion");
    }
}
