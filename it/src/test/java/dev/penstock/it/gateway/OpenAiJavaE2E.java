package dev.penstock.it.gateway;

import static dev.penstock.it.support.Chat.MODEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.UnauthorizedException;
import com.openai.errors.UnprocessableEntityException;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionToolChoiceOption;
import dev.penstock.it.support.RequestLog.Request;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-REPLAY-2 openai-java, unmodified and with its own retries on, in front of the gateway")
class OpenAiJavaE2E {

    private static SimulatorBehindGateway provider;
    private static OpenAIClient client;

    @BeforeAll
    static void start(@TempDir Path directory) {
        provider = SimulatorBehindGateway.start(directory, "");
        client = client(provider.gateway().clientKey());
    }

    @AfterAll
    static void stop() {
        client.close();
        provider.close();
    }

    @Test
    @DisplayName("plain: an answer with usage, from one send")
    void plain() {
        String text = unique();
        ChatCompletion completion = client.chat().completions().create(ask(text).build());
        assertThat(text(completion)).startsWith("answer-");
        assertThat(completion.usage())
                .hasValueSatisfying(
                        usage -> assertThat(usage.completionTokens()).isPositive());
        assertThat(provider.sendsOf(text)).hasSize(1);
    }

    @Test
    @DisplayName("streaming: the deltas make the plain answer")
    void streaming() {
        String text = unique();
        String plain = text(client.chat().completions().create(ask(text).build()));
        StringBuilder streamed = new StringBuilder();
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(ask(text).build())) {
            stream.stream().forEach(chunk -> streamed.append(delta(chunk)));
        }
        assertThat(streamed).hasToString(plain);
    }

    @Test
    @DisplayName("tools: a whole call")
    void tools() {
        FunctionDefinition weather = FunctionDefinition.builder()
                .name("weather")
                .parameters(FunctionParameters.builder()
                        .putAdditionalProperty("type", JsonValue.from("object"))
                        .putAdditionalProperty("properties", JsonValue.from(Map.of("city", Map.of("type", "string"))))
                        .build())
                .build();
        ChatCompletion completion = client.chat()
                .completions()
                .create(ask(unique())
                        .addTool(ChatCompletionFunctionTool.builder()
                                .function(weather)
                                .build())
                        .toolChoice(ChatCompletionToolChoiceOption.Auto.REQUIRED)
                        .build());
        assertThat(completion.choices().getFirst().message().toolCalls())
                .hasValueSatisfying(calls -> assertThat(
                                calls.getFirst().asFunction().function().name())
                        .isEqualTo("weather"));
    }

    @Test
    @DisplayName("errors come as the classes that the client has for them")
    void errors() {
        OpenAIClient stranger = client("psk_nobody");
        assertThat(refusal(stranger, ask(unique()))).isInstanceOf(UnauthorizedException.class);
        stranger.close();
        assertThat(refusal(client, ask(unique()).model("sim-400"))).isInstanceOf(BadRequestException.class);
    }

    @Test
    @DisplayName("an upstream that is always busy gets our attempts and no more")
    void busyUpstream_getsOurAttemptsAlone() {
        String text = unique();
        OpenAIServiceException error = refusal(client, ask(text).model("sim-503"));
        assertThat(error.statusCode()).isEqualTo(503);
        assertThat(error.code()).hasValue("upstream_unavailable");
        assertThat(provider.sendsOf(text)).hasSizeBetween(1, 4);
    }

    @Test
    @DisplayName("R-CLASS-4 an ambiguous request is sent once")
    void ambiguousRequest_isSentOnce() {
        String text = unique();
        OpenAIServiceException error = refusal(client, ask(text).model("sim-reset-after-request"));
        assertThat(error.statusCode()).isEqualTo(409);
        assertThat(error.code()).hasValue("outcome_unknown");
        assertThat(provider.sendsOf(text)).hasSize(1);
    }

    @Test
    @DisplayName("R-OP-5 a key gives the stored answer again, and refuses another payload")
    void key_givesTheStoredAnswer() {
        String text = unique();
        String key = UUID.randomUUID().toString();
        String first = text(client.chat().completions().create(keyed(text, key).build()));
        assertThat(text(client.chat().completions().create(keyed(text, key).build())))
                .isEqualTo(first);
        assertThat(provider.sendsOf(text)).hasSize(1);
        assertThat(refusal(client, keyed("another", key))).isInstanceOf(UnprocessableEntityException.class);
        assertThat(provider.sendsOf("another")).isEmpty();
    }

    @Test
    @DisplayName("R-STREAM-3 a stream that is cut ends in an error, not in silence")
    void cutStream_endsInAnError() {
        String text = unique();
        StringBuilder seen = new StringBuilder();
        OpenAIException error = catchThrowableOfType(OpenAIException.class, () -> {
            try (StreamResponse<ChatCompletionChunk> stream = client.chat()
                    .completions()
                    .createStreaming(ask(text).model("sim-reset-mid-stream").build())) {
                stream.stream().forEach(chunk -> seen.append(delta(chunk)));
            }
        });
        assertThat(error).isNotNull();
        assertThat(seen).isNotEmpty();
        assertThat(provider.sendsOf(text)).hasSize(1);
    }

    @Test
    @DisplayName("R-CANCEL-2 an abort in the middle of a stream is noticed upstream within a second")
    void abort_isNoticed() {
        String text = unique();
        try (StreamResponse<ChatCompletionChunk> stream = client.chat()
                .completions()
                .createStreaming(ask(text).model("sim-stall-mid-stream").build())) {
            Iterator<ChatCompletionChunk> chunks = stream.stream().iterator();
            while (delta(chunks.next()).isEmpty()) {}
        }
        long left = System.currentTimeMillis();
        Request send = provider.theSendOf(text);
        assertThat(send.outcome()).isEqualTo("client_left");
        assertThat(send.epochMs() + (send.finishedAt() - send.acceptedAt()) / 1000)
                .isLessThan(left + 1000);
    }

    @Test
    @DisplayName("R-STREAM-7 a long wait with keep-alives is only a wait")
    void longWait() {
        assertThat(text(client.chat()
                        .completions()
                        .create(ask(unique()).model("sim-queue").build())))
                .startsWith("answer-");
    }

    private static OpenAIClient client(String key) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(provider.gateway().baseUrl())
                .apiKey(key)
                .build();
    }

    private static ChatCompletionCreateParams.Builder ask(String text) {
        return ChatCompletionCreateParams.builder().model(MODEL).addUserMessage(text);
    }

    private static ChatCompletionCreateParams.Builder keyed(String text, String key) {
        return ask(text).putAdditionalHeader("Idempotency-Key", key);
    }

    private static OpenAIServiceException refusal(OpenAIClient who, ChatCompletionCreateParams.Builder what) {
        OpenAIServiceException error = catchThrowableOfType(
                OpenAIServiceException.class, () -> who.chat().completions().create(what.build()));
        assertThat(error).as("an error was expected, and an answer came").isNotNull();
        return error;
    }

    private static String text(ChatCompletion completion) {
        return completion.choices().getFirst().message().content().orElse("");
    }

    private static String delta(ChatCompletionChunk chunk) {
        List<ChatCompletionChunk.Choice> choices = chunk.choices();
        return choices.isEmpty() ? "" : choices.getFirst().delta().content().orElse("");
    }

    private static String unique() {
        return "question " + UUID.randomUUID();
    }
}
