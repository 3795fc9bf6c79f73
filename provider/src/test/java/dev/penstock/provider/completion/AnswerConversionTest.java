package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.provider.profile.ProviderProfile;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Design 12: a stored answer in the other form")
class AnswerConversionTest {

    private static final ProviderProfile PROFILE = ProviderProfile.bundled("openai-compatible");
    private static final String JSON = """
            {"id":"i","object":"chat.completion","created":5,"model":"m","system_fingerprint":"f","choices":\
            [{"index":0,"message":{"role":"assistant","content":"a","reasoning_content":"r"},\
            "logprobs":{"content":[{"token":"a"}]},"finish_reason":"stop"},\
            {"index":1,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":\
            [{"id":"c","type":"function","function":{"name":"g","arguments":"{}"}}]},"finish_reason":"tool_calls"}],\
            "usage":{"prompt_tokens":1,"completion_tokens":2}}""";

    private static String framed(List<byte[]> events) {
        StringBuilder stream = new StringBuilder();
        events.forEach(event ->
                stream.append("data: ").append(new String(event, UTF_8)).append("\n\n"));
        return stream.toString();
    }

    @Test
    void jsonToEventsAndBack_saysTheSame() {
        List<byte[]> events = AnswerConversion.toEvents(JSON.getBytes(UTF_8), PROFILE, true);
        assertThat(events).hasSize(6);
        assertThat(new String(events.getLast(), UTF_8)).isEqualTo("[DONE]");
        assertThat(new String(AnswerConversion.toJson(framed(events).getBytes(UTF_8), PROFILE), UTF_8))
                .isEqualTo(JSON);
    }

    @Test
    void events_areACompleteStreamForAReader() {
        Reading reading =
                Reading.stream(2).read(framed(AnswerConversion.toEvents(JSON.getBytes(UTF_8), PROFILE, true)));
        assertThat(reading.last().phase()).isEqualTo(Received.Phase.ENDED);
        assertThat(reading.reader.answer().flags()).isEmpty();
        assertThat(reading.reader.answer().toolCalls()).containsExactly(new ToolCall(1, 0, "c", "g", "{}", true));
    }

    @Test
    void usageNobodyAskedFor_isLeftOut() {
        assertThat(framed(AnswerConversion.toEvents(JSON.getBytes(UTF_8), PROFILE, false)))
                .doesNotContain("usage");
    }

    @Test
    void anythingElse_isRefusedWithoutQuotingIt() {
        assertThatThrownBy(() -> AnswerConversion.toEvents("{secret".getBytes(UTF_8), PROFILE, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a stored chat completion");
    }
}
