package dev.penstock.simulator.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer;
import dev.penstock.simulator.script.AnswerBuilder;
import dev.penstock.simulator.script.BehaviourBuilder;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GenerationTest {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String TOOLS = """
            "tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object",
            "properties":{"city":{"type":"string"},"days":{"type":"integer","minimum":3}},"required":["city"]}}},
            {"type":"function","function":{"name":"news"}}]""";

    @Test
    void sameRequestAndSeed_getTheSameAnswer() {
        assertThat(generate("", 1).json()).isEqualTo(generate("", 1).json());
        assertThat(content(generate("", 1))).isNotEqualTo(content(generate("", 2)));
    }

    @Test
    void answer_tellsWhichRequestItBelongsTo() {
        String digest = Digest.sha256("deepseek-v4-flash\nhello").substring(0, 8);

        assertThat(content(generate("", 1))).startsWith("answer-" + digest + " ");
    }

    @Test
    void maxTokens_cutTheAnswerWithLength() {
        JsonNode answer = json(generate(",\"max_tokens\":3", 1));

        assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("length");
        assertThat(answer.at("/usage/completion_tokens").asInt()).isEqualTo(3);
        assertThat(answer.at("/choices/0/message/content").asString().strip().split(" "))
                .hasSize(3);
    }

    @Test
    void severalChoices_differAndAreCountedTogether() {
        JsonNode answer = json(generate(",\"n\":3", 1));

        assertThat(answer.path("choices")).hasSize(3);
        assertThat(answer.at("/choices/0/message/content")).isNotEqualTo(answer.at("/choices/1/message/content"));
        assertThat(answer.at("/choices/2/index").asInt()).isEqualTo(2);
    }

    @Test
    void tools_areCalledWithArgumentsThatFitTheirSchema() {
        JsonNode answer = json(generate("," + TOOLS, 1));
        JsonNode call = answer.at("/choices/0/message/tool_calls/0");
        JsonNode arguments = MAPPER.readTree(call.at("/function/arguments").asString());

        assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("tool_calls");
        assertThat(call.at("/function/name").asString()).isEqualTo("weather");
        assertThat(arguments.path("city").isString()).isTrue();
        assertThat(arguments.path("days").asInt()).isEqualTo(3);
    }

    @Test
    void toolChoice_isHeeded() {
        String named = ",\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"news\"}}";

        assertThat(json(generate("," + TOOLS + named, 1))
                        .at("/choices/0/message/tool_calls/0/function/name")
                        .asString())
                .isEqualTo("news");
        assertThat(json(generate("," + TOOLS + ",\"tool_choice\":\"none\"", 1))
                        .at("/choices/0/finish_reason")
                        .asString())
                .isEqualTo("stop");
    }

    @Test
    void truncatedToolCall_hasHalfItsArguments() {
        JsonNode answer = json(generate("," + TOOLS + ",\"max_tokens\":1", 1));

        assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("length");
        assertThat(answer.at("/choices/0/message/tool_calls/0/function/arguments")
                        .asString())
                .startsWith("{")
                .doesNotEndWith("}");
    }

    @Test
    void jsonMode_answersJson() {
        assertThat(MAPPER.readTree(content(generate(",\"response_format\":{\"type\":\"json_object\"}", 1)))
                        .path("answer")
                        .asString())
                .startsWith("answer-");
    }

    @Test
    void jsonSchema_isMet() {
        JsonNode answer = MAPPER.readTree(content(generate("""
                ,"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{"type":"object",
                "properties":{"kind":{"enum":["a","b"]},"list":{"type":"array","minItems":2,"items":{"type":"boolean"}},
                "deep":{"$ref":"#/$defs/d"},"or":{"anyOf":[{"type":"null"},{"type":"string"}]},
                "long":{"type":"string","minLength":40}},
                "$defs":{"d":{"type":"object","properties":{"n":{"type":"number"}}}}}}}""", 1)));

        assertThat(answer.path("kind").asString()).isEqualTo("a");
        assertThat(answer.path("list").toString()).isEqualTo("[true,true]");
        assertThat(answer.at("/deep/n").isNumber()).isTrue();
        assertThat(answer.path("or").isNull()).isTrue();
        assertThat(answer.path("long").asString()).hasSize(40);
    }

    @ParameterizedTest
    @ValueSource(strings = {"enabled", "disabled"})
    void thinking_isAskedForOrNot(String type) {
        JsonNode answer = json(generate(",\"thinking\":{\"type\":\"" + type + "\"}", 1));

        assertThat(answer.at("/choices/0/message").has("reasoning_content")).isEqualTo(type.equals("enabled"));
        assertThat(answer.at("/usage/completion_tokens_details/reasoning_tokens")
                                .asInt()
                        > 0)
                .isEqualTo(type.equals("enabled"));
    }

    @Test
    void earlierMessages_countAsCached() {
        String body = "{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"system\",\"content\":\""
                + "x".repeat(400) + "\"},{\"role\":\"user\",\"content\":\"hello\"}]}";
        Usage usage = new Generation(request(body), Answer.DERIVED, ProviderLook.deepseek(), identity(1)).usage();

        assertThat(usage.cacheHitTokens()).isEqualTo(64);
        assertThat(usage.cacheMissTokens()).isEqualTo(usage.promptTokens() - 64);
    }

    @Test
    void script_saysTextFinishAndUsage() {
        Generation generation =
                generate("", answer -> answer.text("one two").finish("aborted").usage(new Usage(1, 2, 3, 4, 5)));
        JsonNode answer = json(generation);

        assertThat(content(generation)).isEqualTo("one two");
        assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("aborted");
        assertThat(answer.at("/usage/prompt_cache_hit_tokens").asInt()).isEqualTo(2);
        assertThat(answer.at("/usage/total_tokens").asInt()).isEqualTo(5);
    }

    @Test
    void usage_maybeMissingNullOrEmpty() {
        assertThat(json(generate("", a -> a.usage(UsagePlace.OMITTED))).has("usage"))
                .isFalse();
        assertThat(json(generate("", a -> a.usage(UsagePlace.NULL_VALUE)))
                        .path("usage")
                        .isNull())
                .isTrue();
        assertThat(json(generate("", a -> a.usage(UsagePlace.EMPTY_OBJECT))).path("usage"))
                .isEmpty();
    }

    @Test
    void request_withoutModelOrMessagesIsAProblem() {
        for (String body : List.of("", "[]", "{", "{}", "{\"model\":\"m\"}", "{\"model\":\"m\",\"messages\":[]}")) {
            assertThat(request(body).problem()).as(body).isPresent();
        }
        assertThat(request("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"CANARY\"}]}"))
                .hasToString("ChatRequest[model=m, stream=false]");
    }

    @Test
    void contentInParts_isJoined() {
        assertThat(request("{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                                + "{\"type\":\"image_url\"},{\"type\":\"text\",\"text\":\"b\"}]},"
                                + "{\"role\":\"assistant\",\"content\":\"c\"}]}")
                        .content())
                .isEqualTo("ab");
    }

    static ChatRequest request(String body) {
        return ChatRequest.parse(body.getBytes(StandardCharsets.UTF_8));
    }

    static Generation.Identity identity(long seed) {
        return new Generation.Identity("id-1", 1_790_000_000L, seed);
    }

    static Answer answer(UnaryOperator<AnswerBuilder> change) {
        UnaryOperator<BehaviourBuilder> then = builder -> builder.answer(change);
        Reply reply = FaultScript.builder().defaults(then).build().defaults().reply();
        return ((Reply.Generated) reply).answer();
    }

    private static Generation generate(String more, long seed) {
        return new Generation(ask(more), Answer.DERIVED, ProviderLook.deepseek(), identity(seed));
    }

    private static Generation generate(String more, UnaryOperator<AnswerBuilder> change) {
        return new Generation(ask(more), answer(change), ProviderLook.deepseek(), identity(1));
    }

    private static ChatRequest ask(String more) {
        return request("{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]"
                + more + "}");
    }

    private static JsonNode json(Generation generation) {
        return MAPPER.readTree(generation.json());
    }

    private static String content(Generation generation) {
        return json(generation).at("/choices/0/message/content").asString();
    }
}
