package dev.penstock.it.gateway;

import static dev.penstock.it.support.Chat.MODEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-REPLAY-2 LangChain4j's OpenAI model, unmodified and with its own retries on, in front of the gateway")
class LangChain4jE2E {

    private static SimulatorBehindGateway provider;

    @BeforeAll
    static void start(@TempDir Path directory) {
        provider = SimulatorBehindGateway.start(directory, "");
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    @Test
    @DisplayName("plain and streaming give the same answer")
    void plainAndStreaming() throws Exception {
        String text = unique();
        String plain = model(MODEL).build().chat(text);
        assertThat(plain).startsWith("answer-");
        assertThat(stream(MODEL, text).get(60, TimeUnit.SECONDS).aiMessage().text())
                .isEqualTo(plain);
    }

    @Test
    @DisplayName("tools: a whole call")
    void tools() {
        ChatResponse response = model(MODEL)
                .build()
                .chat(ChatRequest.builder()
                        .messages(UserMessage.from(unique()))
                        .toolSpecifications(ToolSpecification.builder()
                                .name("weather")
                                .parameters(JsonObjectSchema.builder()
                                        .addStringProperty("city")
                                        .build())
                                .build())
                        .toolChoice(ToolChoice.REQUIRED)
                        .build());
        assertThat(response.aiMessage().toolExecutionRequests())
                .extracting(ToolExecutionRequest::name)
                .containsExactly("weather");
    }

    @Test
    @DisplayName("errors come as the classes that the client has for them")
    void errors() {
        assertThat(catchThrowable(
                        () -> model(MODEL).apiKey("psk_nobody").build().chat(unique())))
                .isInstanceOf(AuthenticationException.class);
        assertThat(catchThrowable(() -> model("sim-400").build().chat(unique())))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    @DisplayName("it ignores x-should-retry, so an upstream that is always busy gets our attempts at most three times")
    void busyUpstream() {
        String text = unique();
        assertThat(catchThrowable(() -> model("sim-503").build().chat(text))).isNotNull();
        assertThat(provider.sendsOf(text)).hasSizeBetween(1, 12);
        assertThat(provider.gateway().admin("/metrics").body())
                .as("each of its own retries is counted as a client's")
                .containsPattern(
                        "penstock_operations_total\\{by=\"sdk\",resumed=\"false\",variant=\"none\"\\} [12]\\.0");
    }

    @Test
    @DisplayName("R-CLASS-4 an ambiguous request is sent once")
    void ambiguousRequest_isSentOnce() {
        String text = unique();
        assertThat(catchThrowable(() -> model("sim-reset-after-request").build().chat(text)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("outcome_unknown");
        assertThat(provider.sendsOf(text)).hasSize(1);
    }

    @Test
    @DisplayName("R-OP-5 a key gives the stored answer again")
    void key_givesTheStoredAnswer() {
        String text = unique();
        OpenAiChatModel keyed = model(MODEL)
                .customHeaders(Map.of("Idempotency-Key", UUID.randomUUID().toString()))
                .build();
        assertThat(keyed.chat(text)).isEqualTo(keyed.chat(text));
        assertThat(provider.sendsOf(text)).hasSize(1);
    }

    @Test
    @DisplayName("R-STREAM-3 a stream that is cut ends in an error, not in silence")
    void cutStream_endsInAnError() {
        String text = unique();
        CompletableFuture<ChatResponse> answer = stream("sim-reset-mid-stream", text);
        assertThat(catchThrowable(() -> answer.get(60, TimeUnit.SECONDS))).isInstanceOf(ExecutionException.class);
        assertThat(provider.sendsOf(text)).hasSize(1);
    }

    @Test
    @DisplayName("R-STREAM-7 a long wait with keep-alives is only a wait")
    void longWait() throws Exception {
        assertThat(model("sim-queue").build().chat(unique())).startsWith("answer-");
        assertThat(stream("sim-queue", unique())
                        .get(60, TimeUnit.SECONDS)
                        .aiMessage()
                        .text())
                .startsWith("answer-");
    }

    private static OpenAiChatModel.OpenAiChatModelBuilder model(String name) {
        return OpenAiChatModel.builder()
                .baseUrl(provider.gateway().baseUrl())
                .apiKey(provider.gateway().clientKey())
                .modelName(name);
    }

    private static CompletableFuture<ChatResponse> stream(String model, String text) {
        CompletableFuture<ChatResponse> answer = new CompletableFuture<>();
        OpenAiStreamingChatModel.builder()
                .baseUrl(provider.gateway().baseUrl())
                .apiKey(provider.gateway().clientKey())
                .modelName(model)
                .build()
                .chat(text, new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialResponse(String delta) {}

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable error) {
                        answer.completeExceptionally(error);
                    }
                });
        return answer;
    }

    private static String unique() {
        return "question " + UUID.randomUUID();
    }
}
