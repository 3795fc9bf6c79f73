package dev.penstock.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.provider.completion.ChunkSink;
import dev.penstock.provider.completion.ReaderLimits;
import dev.penstock.provider.completion.ResponseHead;
import dev.penstock.provider.completion.ResponseReader;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.Asked;
import dev.penstock.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-STREAM-3 What a live reader may have, and when")
class CommitPointTest {

    private static final String ROLE = delta("\"role\":\"assistant\",\"content\":\"\"");
    private static final String EMPTY = delta("");
    private static final String TEXT = delta("\"content\":\"a\"");
    private static final String FINISH =
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    private static final String USAGE =
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    private final List<String> given = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"content\":\"a\"",
                "\"reasoning_content\":\"a\"",
                "\"refusal\":\"a\"",
                "\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"f\"}}]",
                "\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]"
            })
    void firstOutput_opensWithThePreambleBeforeIt(String output) {
        read(point(false), ROLE, EMPTY, ": keep-alive\n\n");
        assertThat(given).isEmpty();

        CommitPoint point = point(false);
        read(point, ROLE, EMPTY, delta(output), TEXT);
        assertThat(given).containsExactly(ROLE, EMPTY, delta(output), TEXT);
    }

    @Test
    void end_isHeldUntilItIsReleased_inOrder() {
        CommitPoint point = point(true);
        read(point, TEXT, FINISH, USAGE, DONE);

        assertThat(given).containsExactly(TEXT);
        assertThat(texts(point.release())).containsExactly(FINISH, USAGE, DONE);
    }

    @Test
    void answerInOneEvent_isHeldWhole() {
        CommitPoint point = point(false);
        String whole =
                "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n";
        read(point, ROLE, whole, DONE);

        assertThat(given).isEmpty();
        assertThat(texts(point.release())).containsExactly(ROLE, whole, DONE);
    }

    @Test
    @DisplayName("B088 usage that has an event of its own is kept from a caller who did not ask for it")
    void usageNobodyAskedFor_isLeftOut() {
        CommitPoint point = point(false);
        read(point, TEXT, FINISH, USAGE, DONE);

        assertThat(texts(point.release())).containsExactly(FINISH, DONE);
    }

    @Test
    @DisplayName("B028 a complete answer ends with [DONE], whether the provider sent it or not")
    void missingDone_isGiven() {
        CommitPoint point = point(false);
        read(point, TEXT, FINISH);

        assertThat(texts(point.release())).containsExactly(FINISH, DONE);
    }

    @Test
    @DisplayName("B030 errors, blank frames and frames that are not JSON are never passed on")
    void whatIsNoAnswer_isNotGiven() {
        read(point(true), TEXT, "data: \n\n", "data: {\n\n", "data: {\"error\":{\"message\":\"x\"}}\n\n");

        assertThat(given).containsExactly(TEXT);
    }

    @Test
    @DisplayName("an endless preamble is not held without a bound")
    void preambleBeyondItsBound_isGiven() {
        int frames = CommitPoint.PREAMBLE_BYTES / EMPTY.length() + 1;
        CommitPoint point = point(false);
        for (int i = 0; i < frames - 1; i++) {
            read(point, EMPTY);
        }
        assertThat(given).isEmpty();
        read(point, EMPTY, ROLE);
        assertThat(given).hasSize(frames + 1).endsWith(ROLE);
    }

    @Test
    @DisplayName("B018 an event is passed on with all its fields, as the provider wrote it")
    void event_keepsItsFields() {
        String event =
                "id: 7\nevent: message\nretry: 1\ndata:{\"choices\":[{\"index\":0,\ndata:\"delta\":{\"content\":\"a\"}}]}\n\n";
        read(point(false), event.replace("\n", "\r\n"));

        assertThat(given).containsExactly(event);
    }

    private static CommitPoint point(boolean usageAsked) {
        return new CommitPoint(usageAsked);
    }

    /** A reader in front of the point, as in the engine: one for each call, so that only whole events go in. */
    private void read(CommitPoint point, String... events) {
        ChunkSink sink = chunk -> given.addAll(texts(point.take(chunk)));
        ResponseReader reader = ResponseReader.open(
                ProviderProfile.bundled("openai-compatible"),
                new Asked(true, 1),
                new ResponseHead(200, name -> name.equals("content-type") ? List.of("text/event-stream") : List.of()),
                ReaderLimits.defaults(),
                sink);
        for (String event : events) {
            byte[] bytes = event.getBytes(UTF_8);
            reader.accept(bytes, 0, bytes.length);
        }
    }

    private static String delta(String members) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{" + members + "},\"finish_reason\":null}]}\n\n";
    }

    private static List<String> texts(List<Bytes> events) {
        return events.stream()
                .map(event -> new String(event.unsafeArray(), UTF_8))
                .toList();
    }
}
