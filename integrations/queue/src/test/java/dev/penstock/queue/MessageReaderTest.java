package dev.penstock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.OperationMode;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageReaderTest {

    private static final ConsumerConfig SETTINGS =
            ConsumerConfig.defaults().withTenants(List.of(new Tenant("acme"), new Tenant("umbrella")));

    private static QueueMessage message(String messageId, Map<String, String> headers) {
        return new QueueMessage(Results.bytes("{}"), headers, messageId, null, null);
    }

    private static ChatCall read(String messageId, Map<String, String> headers) throws UnfitMessage {
        return MessageReader.read(message(messageId, headers), false, SETTINGS);
    }

    @Test
    void plainMessage_isBackgroundWorkUnderItsMessageId() throws Exception {
        ChatCall call = read("m-1", Map.of());

        assertThat(call.key()).hasToString("IdempotencyKey[value=m-1]");
        assertThat(call.settings().tenant()).isEqualTo(new Tenant("acme"));
        assertThat(call.settings().mode()).isEqualTo(OperationMode.BACKGROUND);
        assertThat(call.settings().deadline()).isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void headers_areReadInAnyCase_andTheKeyWinsOverTheMessageId() throws Exception {
        ChatCall call = read(
                "m-1",
                Map.of(
                        "IDEMPOTENCY-KEY", "order-7",
                        "X-Penstock-Deadline-Ms", "90000",
                        "x-penstock-priority", "Interactive",
                        "x-penstock-replay", "never",
                        "x-penstock-payload-version", "v2",
                        "x-penstock-tenant", "umbrella"));

        assertThat(call.key()).hasToString("IdempotencyKey[value=order-7]");
        CallSettings settings = call.settings();
        assertThat(settings.deadline()).isEqualTo(Duration.ofSeconds(90));
        assertThat(settings.priority()).isEqualTo(Priority.INTERACTIVE);
        assertThat(settings.replay()).isEqualTo(ReplaySetting.NEVER);
        assertThat(settings.payloadVersion()).isEqualTo("v2");
        assertThat(settings.tenant()).isEqualTo(new Tenant("umbrella"));
    }

    @ParameterizedTest
    @CsvSource({
        "x-penstock-deadline-ms, 1200001, may be at most 1200000",
        "x-penstock-deadline-ms, 0, whole number of at least 1",
        "x-penstock-deadline-ms, soon, whole number of at least 1",
        "x-penstock-priority, urgent, 'must be one of interactive, background'",
        "x-penstock-replay, after_anything, may not be after_anything",
        "x-penstock-tenant, other, a tenant that this consumer does not work for"
    })
    void headerThatCannotBeTaken_isNamed_andNotRepeated(String header, String value, String why) {
        assertThatThrownBy(() -> read("m-1", Map.of(header, value)))
                .isInstanceOf(UnfitMessage.class)
                .hasMessageContaining(header)
                .hasMessageContaining(why);
    }

    @Test
    @DisplayName("duplicates are accepted by whoever runs the consumer, or by nobody")
    void afterAnything_isTakenWhereTheConsumerHasIt() throws Exception {
        ConsumerConfig accepting = SETTINGS.withCalls(SETTINGS.calls().withReplay(ReplaySetting.AFTER_ANYTHING));

        assertThat(MessageReader.read(message("m", Map.of("x-penstock-replay", "after_anything")), false, accepting)
                        .settings()
                        .replay())
                .isEqualTo(ReplaySetting.AFTER_ANYTHING);
    }

    @Test
    void keyThatIsNone_isRefused() {
        Map<String, String> headers = new HashMap<>();
        headers.put("Idempotency-Key", "x".repeat(256));

        assertThatThrownBy(() -> read("m-1", headers)).hasMessageContaining("1 to 255 characters");
        assertThatThrownBy(() -> read("", Map.of())).hasMessageContaining("1 to 255 characters");
        assertThatThrownBy(() -> MessageReader.read(
                        new QueueMessage(Results.bytes("{}"), Map.of(), null, null, null), false, SETTINGS))
                .hasMessageContaining("neither an Idempotency-Key header nor a message id");
    }

    @Test
    void bodyThatIsTooLarge_isRefused() {
        QueueMessage large =
                new QueueMessage(dev.penstock.store.Bytes.wrap(new byte[(32 << 20) + 1]), Map.of(), "m", null, null);

        assertThatThrownBy(() -> MessageReader.read(large, false, SETTINGS)).hasMessageContaining("larger than");
    }
}
