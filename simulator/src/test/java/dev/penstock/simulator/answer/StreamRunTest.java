package dev.penstock.simulator.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.answer.EventSink.Event;
import dev.penstock.simulator.answer.EventSink.Kind;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer.StreamError;
import dev.penstock.simulator.script.AnswerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StreamRunTest {

    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void usualStream_isRoleDeltasFinishWithUsageAndDone() throws Exception {
        List<Event> events = tell("", answer -> answer.tokens(3));

        assertThat(events)
                .extracting(Event::kind)
                .containsExactly(Kind.ROLE, Kind.DELTA, Kind.DELTA, Kind.DELTA, Kind.CLOSING, Kind.DONE);
        assertThat(json(events.get(0)).at("/choices/0/delta/role").asString()).isEqualTo("assistant");
        assertThat(json(events.get(1)).has("usage")).isFalse();
        assertThat(json(events.get(4)).at("/choices/0/finish_reason").asString())
                .isEqualTo("stop");
        assertThat(json(events.get(4)).at("/usage/completion_tokens").asInt()).isEqualTo(3);
        assertThat(events.get(5).data()).isEqualTo("[DONE]");
    }

    @Test
    void deltasOfOneStream_joinToTheAnswerOfThePlainRequest() throws Exception {
        ChatRequest request = ask(",\"n\":2");
        Generation generation = new Generation(
                request,
                GenerationTest.answer(a -> a.tokens(9).reasoningTokens(4)),
                ProviderLook.deepseek(),
                GenerationTest.identity(5));
        List<Event> events = new ArrayList<>();
        StreamRun.tell(generation, events::add);
        JsonNode plain = MAPPER.readTree(generation.json());

        for (int choice = 0; choice < 2; choice++) {
            for (String field : List.of("content", "reasoning_content")) {
                assertThat(joined(events, choice, field))
                        .isEqualTo(plain.at("/choices/" + choice + "/message/" + field)
                                .asString());
            }
        }
    }

    private static String joined(List<Event> events, int choice, String field) {
        StringBuilder text = new StringBuilder();
        for (Event event : events) {
            if (event.kind() == Kind.DELTA && json(event).at("/choices/0/index").asInt() == choice) {
                text.append(json(event).at("/choices/0/delta/" + field).asString(""));
            }
        }
        return text.toString();
    }

    @Test
    void toolCall_comesInFragments() throws Exception {
        List<Event> events = tell(
                ",\"tools\":[{\"function\":{\"name\":\"f\",\"parameters\":{\"properties\":{\"a\":{\"type\":\"string\"}}}}}]",
                answer -> answer.deltas(4));

        assertThat(json(events.get(1))
                        .at("/choices/0/delta/tool_calls/0/function/name")
                        .asString())
                .isEqualTo("f");
        assertThat(json(events.get(2)).at("/choices/0/delta/tool_calls/0").has("id"))
                .isFalse();
        assertThat(events).filteredOn(event -> event.kind() == Kind.DELTA).hasSize(5);
    }

    @Test
    void deltas_mergeAndSplitWithoutBreakingCharacters() throws Exception {
        assertThat(contents(tell("", answer -> answer.text("a b c d").deltas(2))))
                .containsExactly("a b ", "c d");
        assertThat(contents(tell("", answer -> answer.text("你好🌍").deltas(3)))).containsExactly("你", "好", "🌍");
        assertThat(contents(tell("", answer -> answer.text("")))).isEmpty();
    }

    @Test
    void usage_comesWhereTheScriptSays() throws Exception {
        assertThat(last(UsagePlace.SEPARATE_CHUNK, 2).path("choices")).isEmpty();
        assertThat(last(UsagePlace.SEPARATE_CHUNK, 2).has("usage")).isTrue();
        assertThat(last(UsagePlace.AFTER_DONE, 1).at("/usage/prompt_tokens").asInt())
                .isPositive();
        assertThat(last(UsagePlace.OMITTED, 2).has("usage")).isFalse();
        assertThat(last(UsagePlace.NULL_VALUE, 2).path("usage").isNull()).isTrue();
        assertThat(last(UsagePlace.EMPTY_OBJECT, 2).path("usage").isObject()).isTrue();
    }

    private static JsonNode last(UsagePlace place, int fromTheEnd) throws Exception {
        List<Event> events = tell("", answer -> answer.tokens(2).usage(place));
        return json(events.get(events.size() - fromTheEnd));
    }

    @Test
    void openaiLook_sendsUsageOnlyWhenAsked() throws Exception {
        String asked = ",\"stream_options\":{\"include_usage\":true}";
        assertThat(usages(asked)).isEqualTo(1);
        assertThat(usages("")).isZero();
    }

    private static long usages(String more) throws Exception {
        List<Event> events = new ArrayList<>();
        StreamRun.tell(
                new Generation(
                        ask(more), GenerationTest.answer(a -> a), ProviderLook.openai(), GenerationTest.identity(1)),
                events::add);
        return events.stream()
                .filter(event -> event.kind() != Kind.DONE)
                .filter(event -> json(event).path("usage").isObject())
                .count();
    }

    @Test
    void finishAndDone_canBeLeftOut() throws Exception {
        List<Event> events = tell(
                ",\"n\":2",
                answer -> answer.tokens(1).unfinished(List.of(1)).done(false).usage(UsagePlace.OMITTED));

        assertThat(events).extracting(Event::kind).doesNotContain(Kind.DONE);
        assertThat(events).filteredOn(event -> event.kind() == Kind.CLOSING).hasSize(1);
        assertThat(tell("", answer -> answer.noFinish().usage(UsagePlace.OMITTED)))
                .extracting(Event::kind)
                .doesNotContain(Kind.CLOSING)
                .contains(Kind.DONE);
    }

    @Test
    void error_endsTheStreamWhereTheScriptSays() throws Exception {
        List<Event> first = tell("", answer -> answer.error(new StreamError(0, "{\"e\":1}", false, false)));
        List<Event> later = tell("", answer -> answer.error(new StreamError(2, "{\"e\":1}", true, true)));

        assertThat(first).containsExactly(new Event(Kind.ERROR, "", "{\"e\":1}"));
        assertThat(later)
                .extracting(Event::kind)
                .containsExactly(Kind.ROLE, Kind.DELTA, Kind.DELTA, Kind.ERROR, Kind.DONE);
        assertThat(later.get(3).name()).isEqualTo("error");
    }

    private static List<String> contents(List<Event> events) {
        return events.stream()
                .filter(event -> event.kind() == Kind.DELTA)
                .map(event -> json(event).at("/choices/0/delta/content").asString())
                .toList();
    }

    private static List<Event> tell(String more, UnaryOperator<AnswerBuilder> change) throws Exception {
        List<Event> events = new ArrayList<>();
        StreamRun.tell(
                new Generation(
                        ask(more), GenerationTest.answer(change), ProviderLook.deepseek(), GenerationTest.identity(1)),
                events::add);
        return events;
    }

    private static ChatRequest ask(String more) {
        return GenerationTest.request(
                "{\"model\":\"deepseek-v4-flash\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]"
                        + more + "}");
    }

    private static JsonNode json(Event event) {
        return MAPPER.readTree(event.data());
    }
}
