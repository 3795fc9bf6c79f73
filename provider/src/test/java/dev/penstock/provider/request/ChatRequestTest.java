package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatRequestTest {

    @Test
    void facts_everyMember() {
        ChatRequest request = Bodies.valid("{'model':'m','messages':[{'role':'user','content':'0123456789'}],"
                + "'stream':true,'stream_options':{'include_usage':true},'n':2,'tools':[{'type':'function'}],"
                + "'max_tokens':10,'user_id':'u','response_format':{'type':'json_schema',"
                + "'json_schema':{'name':'x','schema':{'type':'object'}}}}");
        assertThat(request.model()).isEqualTo("m");
        assertThat(request.asked()).isEqualTo(new Asked(true, 2));
        assertThat(request.stream()).isTrue();
        assertThat(request.includeUsage()).isTrue();
        assertThat(request.hasTools()).isTrue();
        assertThat(request.maxTokens()).hasValue(10);
        assertThat(request.userId()).contains("u");
        assertThat(request.responseFormat()).isEqualTo(ResponseFormat.JSON_SCHEMA);
        assertThat(request.jsonSchema().map(bytes -> new String(bytes, UTF_8))).contains("{\"type\":\"object\"}");
        assertThat(request.estimatedPromptTokens()).isEqualTo(7);
    }

    @Test
    void facts_whereNothingIsSaid() {
        ChatRequest request = Bodies.with("'stream':null,'stream_options':null,'n':null,'tools':null,'user_id':''");
        assertThat(request.asked()).isEqualTo(new Asked(false, 1));
        assertThat(request.includeUsage()).isFalse();
        assertThat(request.hasTools()).isFalse();
        assertThat(request.maxTokens()).isEmpty();
        assertThat(request.userId()).isEmpty();
        assertThat(request.responseFormat()).isEqualTo(ResponseFormat.TEXT);
        assertThat(request.jsonSchema()).isEmpty();
    }

    @Test
    void unknownMembers_areTheProvidersToJudge() {
        ChatRequest request =
                Bodies.with("'x':{'model':'other','stream':true,'n':[1,{}]},'temperature':-1e99,'max_tokens':'a'");
        assertThat(request.model()).isEqualTo("m");
        assertThat(request.stream()).isFalse();
        assertThat(request.maxTokens()).isEmpty();
    }

    @Test
    void maxCompletionTokens_goesBeforeMaxTokens() {
        assertThat(Bodies.with("'max_completion_tokens':5,'max_tokens':9").maxTokens())
                .hasValue(5);
        assertThat(Bodies.with("'max_tokens':99999999999999999999").maxTokens()).isEmpty();
    }

    @Test
    void estimate_countsTextAndNoDataUrls() {
        String chinese = "{'model':'m','messages':[{'content':'你好世界🌍'}]}";
        assertThat(Bodies.valid(chinese).estimatedPromptTokens()).isEqualTo(4);
        String image = "{'model':'m','messages':[{'content':'data:image/png;base64," + "A".repeat(9_999) + "'}]}";
        assertThat(Bodies.valid(image).estimatedPromptTokens()).isZero();
    }

    @ParameterizedTest
    @DisplayName("R-CLASS-2 what cannot be sent is refused, with its place and without its content")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | the body is not a JSON object (byte 0)",
                "'secret' | the body is not a JSON object (byte 0)",
                "{} | 'model' is missing or empty (byte 0)",
                "{'model':'','messages':[{}]} | 'model' is missing or empty (byte 0)",
                "{'model':1,'messages':[{}]} | 'model' is not a string (byte 9)",
                "{'model':'a\\u0000b','messages':[{}]} | 'model' contains a control character (byte 9)",
                "{'model':'a\\n','messages':[{}]} | 'model' contains a control character (byte 9)",
                "{'model':'\\u0085','messages':[{}]} | 'model' contains a control character (byte 9)",
                "{'model':'m'} | 'messages' is missing or empty (byte 0)",
                "{'model':'m','messages':[]} | 'messages' is missing or empty (byte 0)",
                "{'model':'m','messages':'secret'} | 'messages' is not an array (byte 24)",
                "{'model':'m','messages':[{}],'stream':'secret'} | 'stream' is not a boolean (byte 38)",
                "{'model':'m','messages':[{}],'n':0} | 'n' is not a whole number from 1 to 128 (byte 33)",
                "{'model':'m','messages':[{}],'n':129} | 'n' is not a whole number from 1 to 128 (byte 33)",
                "{'model':'m','messages':[{}],'n':1.5} | 'n' is not a whole number from 1 to 128 (byte 33)",
                "{'model':'m','messages':[{}],'stream_options':[]} | 'stream_options' is not an object (byte 46)",
                "{'model':'m','messages':[{}]} x | the body is not valid JSON (byte 30)",
                "{'model':'m','messages':[{}]} {} | something follows the JSON object (byte 30)",
                "{'model':'m','messages':[{}] | the body ends before its JSON does (byte 28)",
                "{'model':'m','messages':[{}],} | the body is not valid JSON (byte 29)",
                "{'model':'m','messages':[NaN]} | the body is not valid JSON (byte 28)",
                "{'model':'m','messages':[{}],'a':01} | the body is not valid JSON (byte 34)",
                "{'model':'m',/*secret*/'messages':[{}]} | the body is not valid JSON (byte 13)",
                "{'model':'m','messages':[{'a':1,'a':2}]} | a name appears twice in one object (byte 32)",
                "{'model':'m','messages':[{'a':1,'\\u0061':2}]} | a name appears twice in one object (byte 32)",
                "{'model':'m','model':'m','messages':[{}]} | a name appears twice in one object (byte 13)",
                "{'model':'m','messages':['\\uD83C']} | half a surrogate pair in a string (byte 25)",
                "{'model':'m','messages':['\\uDF0D\\uD83C']} | half a surrogate pair in a string (byte 25)",
                "{'model':'m','messages':[{'\\uD83Cx':1}]} | the body is not valid JSON (byte 33)",
                "{'model':'m','messages':[{'x\\uDF0D':1}]} | the body is not valid JSON (byte 34)",
                "{'model':'m','messages':[{'\\uDF0D\\uD83C':1}]} | the body is not valid JSON (byte 33)"
            })
    void invalidBody_isRefused(String body, String message) {
        assertThat(Bodies.refused(body).message()).isEqualTo(message);
    }

    @Test
    @DisplayName("R-CLASS-2 a model's name has at most 256 bytes of UTF-8")
    void modelTooLong_isRefused() {
        String longest = "é".repeat(128);
        assertThat(Bodies.valid("{'model':'" + longest + "','messages':[{}]}").model())
                .isEqualTo(longest);

        RequestParse.Refused refused = Bodies.refused("{'model':'" + longest + "x','messages':[{}]}");
        assertThat(refused.message()).isEqualTo("'model' is longer than 256 bytes (byte 9)");
        assertThat(refused.param()).isEqualTo("model");
        assertThat(Bodies.refused("{'model':'" + "x".repeat(257) + "','messages':[{}]}")
                        .param())
                .isEqualTo("model");
    }

    @Test
    void bytesThatAreNoUtf8_areRefusedWithTheirPlace() {
        byte[] body = "{\"model\":\"m?\"}".getBytes(UTF_8);
        body[11] = (byte) 0xC3;
        assertThat(Bodies.refused(body).message()).isEqualTo("the body is not UTF-8 (byte 11)");
        assertThat(Bodies.refused(new byte[] {'{', 0, '}', 0}).message()).startsWith("the body is not valid JSON");
        assertThat(Bodies.refused(new byte[0]).message()).isEqualTo("the body is not a JSON object (byte 0)");
        assertThat(Bodies.refused("\uFEFF{}").message()).isEqualTo("the body begins with a byte order mark (byte 0)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{'a':"})
    void depthBomb_isRefused(String opening) {
        String bomb = "{'model':'m','x':" + opening.repeat(10_000);
        assertThat(Bodies.refused(bomb).message()).startsWith("nested deeper than 255 levels (byte ");
    }

    @Test
    void deepestAllowed_isRead() {
        String nested = "[".repeat(253) + "]".repeat(253);
        assertThat(Bodies.with("'x':" + nested).model()).isEqualTo("m");
    }

    @Test
    void text_holdsNothingOfTheBody() {
        ChatRequest request = Bodies.valid("{'model':'secret','messages':['secret']}");
        assertThat(request.toString()).doesNotContain("secret");
        assertThat(request.splice(BodyEdits.NONE.withModel("x")).toString()).doesNotContain("secret");
    }
}
