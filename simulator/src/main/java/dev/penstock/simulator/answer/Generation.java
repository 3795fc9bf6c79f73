package dev.penstock.simulator.answer;

import dev.penstock.simulator.look.ModelSpec;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An answer to a request. The same request, answer and seed give the same choices and usage; identity and time of
 * creation are given.
 */
public final class Generation {

    private static final int FEWEST_TOKENS = 8;
    private static final int MORE_TOKENS = 24;
    private static final int USUAL_REASONING = 12;

    private final ChatRequest request;
    private final Answer answer;
    private final ProviderLook look;
    private final Identity identity;
    private final String digest;
    private final List<Choice> choices = new ArrayList<>();

    /**
     * What makes this generation this one.
     *
     * @param id the provider's id of it
     * @param createdSeconds when it was made, in seconds since the epoch
     * @param seed where the words come from, besides the request
     */
    public record Identity(String id, long createdSeconds, long seed) {}

    /**
     * Generates an answer.
     *
     * @param request what is asked; without a problem
     * @param answer what the answer looks like
     * @param look how the provider behaves
     * @param identity what makes this generation this one
     */
    public Generation(ChatRequest request, Answer answer, ProviderLook look, Identity identity) {
        this.request = request;
        this.answer = answer;
        this.look = look;
        this.identity = identity;
        this.digest = Digest.sha256(model() + '\n' + Objects.requireNonNullElse(request.content(), ""));
        for (int i = 0; i < request.choices(); i++) {
            choices.add(choice(i));
        }
    }

    String model() {
        return Objects.requireNonNullElse(request.model(), "unknown");
    }

    Identity identity() {
        return identity;
    }

    Answer answer() {
        return answer;
    }

    List<Choice> choices() {
        return choices;
    }

    private Choice choice(int index) {
        RandomGenerator chance = new SplittableRandom(
                Long.parseUnsignedLong(digest.substring(0, 16), 16) ^ (identity.seed() + index) * 0x9E3779B97F4A7C15L);
        List<String> reasoning = Words.tokens("thinking", reasoningTokens(), chance);
        JsonNode function = request.function();
        boolean calls = answer.text() == null && !function.isMissingNode();
        List<String> content = calls ? arguments(function) : content(chance);
        int room = request.maxTokens();
        boolean limited = reasoning.size() + content.size() > room;
        if (limited) {
            reasoning = reasoning.subList(0, Math.min(room, reasoning.size()));
            content = content.subList(0, Math.min(room - reasoning.size(), content.size()));
        }
        Choice.Call call = calls
                ? new Choice.Call(
                        "call_" + digest.substring(0, 16) + index,
                        function.path("name").asString("function"))
                : null;
        return new Choice(index, reasoning, content, call, finish(index, limited, calls));
    }

    private @Nullable String finish(int index, boolean limited, boolean calls) {
        Answer.Finish finish = answer.finish();
        if (finish.missing() || finish.unfinished().contains(index)) {
            return null;
        }
        return Objects.requireNonNullElse(finish.reason(), limited ? "length" : calls ? "tool_calls" : "stop");
    }

    private int reasoningTokens() {
        if (answer.reasoningTokens() >= 0) {
            return answer.reasoningTokens();
        }
        boolean usual = look.model(model()).map(ModelSpec::reasons).orElse(false);
        return Objects.requireNonNullElse(request.thinks(), usual) ? USUAL_REASONING : 0;
    }

    private List<String> arguments(JsonNode function) {
        return Words.split(pretty(SchemaInstance.of(function.path("parameters"), word())));
    }

    private List<String> content(RandomGenerator chance) {
        String text = answer.text();
        if (text != null) {
            return Words.split(text);
        }
        int count = answer.tokens() >= 0 ? answer.tokens() : FEWEST_TOKENS + chance.nextInt(MORE_TOKENS);
        if (!request.wantsJson()) {
            return Words.tokens(word(), count, chance);
        }
        JsonNode schema = request.schema();
        String words = String.join("", Words.tokens(word(), count, chance));
        return Words.split(
                schema.isObject()
                        ? pretty(SchemaInstance.of(schema, word()))
                        : "{\"answer\": " + Json.quote(words) + "}");
    }

    /** A word that tells which request it answers. */
    private String word() {
        return "answer-" + digest.substring(0, 8);
    }

    private static String pretty(JsonNode value) {
        return value.toString().replace(",\"", ", \"").replace("\":", "\": ");
    }

    /**
     * What the whole generation costs.
     *
     * @return the usage
     */
    public Usage usage() {
        Usage fixed = answer.usage().count();
        if (fixed != null) {
            return fixed;
        }
        long completion = choices.stream().mapToLong(Choice::tokens).sum();
        return usage(completion);
    }

    /**
     * What it costs if it ends after some tokens.
     *
     * @param completionTokens how many were generated
     * @return the usage
     */
    public Usage usage(long completionTokens) {
        long prompt = request.promptTokens();
        long hit = Math.min(prompt, request.cachedTokens());
        long reasoning = choices.stream().mapToLong(c -> c.reasoning().size()).sum();
        return new Usage(prompt, hit, prompt - hit, completionTokens, Math.min(reasoning, completionTokens));
    }

    UsagePlace usagePlace() {
        UsagePlace place = Objects.requireNonNullElse(answer.usage().place(), look.usage());
        if (place == UsagePlace.SEPARATE_IF_ASKED) {
            return request.includesUsage() ? UsagePlace.SEPARATE_CHUNK : UsagePlace.OMITTED;
        }
        return place;
    }

    /**
     * Whether it comes as a stream.
     *
     * @return true for a stream, false for one JSON object
     */
    public boolean isStream() {
        return switch (answer.shape()) {
            case AS_ASKED -> Boolean.TRUE.equals(request.stream());
            case JSON -> false;
            case STREAM -> true;
        };
    }

    /**
     * The answer as one JSON object.
     *
     * @return its bytes
     */
    public byte[] json() {
        StringBuilder json = new StringBuilder(256);
        json.append("{\"id\":")
                .append(Json.quote(identity.id()))
                .append(",\"object\":\"chat.completion\",\"created\":");
        json.append(identity.createdSeconds()).append(",\"model\":").append(Json.quote(model()));
        json.append(",\"choices\":[");
        for (Choice choice : choices) {
            json.append(choice.index() == 0 ? "" : ",").append(choice.json());
        }
        json.append(']');
        UsagePlace place = Objects.requireNonNullElse(answer.usage().place(), UsagePlace.LAST_CHUNK);
        json.append(UsageJson.member(place, usage()));
        json.append(",\"system_fingerprint\":\"fp_simulator\"}");
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
