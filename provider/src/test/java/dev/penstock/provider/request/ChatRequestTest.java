package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ChatRequestTest {

    private static ChatRequest valid(String body) {
        return switch (ChatRequest.parse(body.getBytes(UTF_8))) {
            case RequestParse.Valid valid -> valid.request();
            case RequestParse.Refused refused -> throw new AssertionError(refused.message());
        };
    }

    @Test
    void facts_everyMember() {
        ChatRequest request = valid("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"0123456789\"}],"
                + "\"stream\":true,\"stream_options\":{\"include_usage\":true},\"n\":2,\"tools\":[{\"type\":\"function\"}],"
                + "\"max_tokens\":10,\"user_id\":\"u\",\"response_format\":{\"type\":\"json_schema\","
                + "\"json_schema\":{\"name\":\"x\",\"schema\":{\"type\":\"object\"}}}}");
        assertThat(request.model()).isEqualTo("m");
        assertThat(request.asked()).isEqualTo(new Asked(true, 2));
        assertThat(request.includeUsage()).isTrue();
        assertThat(request.hasTools()).isTrue();
        assertThat(request.maxTokens()).hasValue(10);
        assertThat(request.userId()).contains("u");
        assertThat(request.responseFormat()).isEqualTo(ResponseFormat.JSON_SCHEMA);
        assertThat(request.jsonSchema().map(bytes -> new String(bytes, UTF_8))).contains("{\"type\":\"object\"}");
        assertThat(request.estimatedPromptTokens()).isEqualTo(7);
    }

    @Test
    void splice_leavesEveryOtherByte() {
        ChatRequest request = valid(" {  \"a\" : 1.0 ,\"model\" : \"al\\u0069as\" , \"messages\":[{}]} ");
        SentBody sent =
                request.splice(BodyEdits.NONE.withModel("m\"1").withStream(true).withUsage());
        assertThat(new String(sent.bytes(), UTF_8))
                .isEqualTo(" {\"stream\":true,\"stream_options\":{\"include_usage\":true},  \"a\" : 1.0 ,"
                        + "\"model\" : \"m\\\"1\" , \"messages\":[{}]} ");
        assertThat(sent.edits()).isEqualTo(Set.of(Edit.MODEL, Edit.STREAM, Edit.STREAM_OPTIONS));
        assertThat(sent.asked()).isEqualTo(new Asked(true, 1));
    }
}
