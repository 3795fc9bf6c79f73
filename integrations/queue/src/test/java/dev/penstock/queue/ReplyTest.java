package dev.penstock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.EndReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplyTest {

    private static final QueueMessage MESSAGE =
            new QueueMessage(Results.bytes("{}"), Map.of("Idempotency-Key", "order-7"), "m-1", null, "replies");

    @Test
    void answer_isTheWholeAnswer_withWhereItStands() {
        ResultMessage result = Reply.of(Results.answered(true)).to(MESSAGE);

        assertThat(Results.text(result.body())).isEqualTo(Results.ANSWER);
        assertThat(result.headers())
                .containsEntry("x-penstock-status", "200")
                .containsEntry("x-penstock-state", "succeeded")
                .containsEntry("x-penstock-replayed", "true")
                .containsEntry("x-penstock-cost", "unknown")
                .containsEntry("idempotency-key", "order-7")
                .doesNotContainKey("x-penstock-code");
        assertThat(result.replyTo()).isEqualTo("replies");
    }

    @Test
    void correlation_isTheMessagesOwn_elseItsId_elseItsKey() {
        QueueMessage own = new QueueMessage(MESSAGE.body(), MESSAGE.headers(), "m-1", "c-1", null);
        QueueMessage keyed = new QueueMessage(MESSAGE.body(), MESSAGE.headers(), null, null, null);
        Reply reply = Reply.of(Results.unknown());

        assertThat(reply.to(own).correlationId()).isEqualTo("c-1");
        assertThat(reply.to(MESSAGE).correlationId()).isEqualTo("m-1");
        assertThat(reply.to(keyed).correlationId()).isEqualTo("order-7");
    }

    @Test
    void error_isOpenAisEnvelope_withTheGatewaysCode() {
        ResultMessage result = Reply.of(Results.gaveUp(EndReason.DEADLINE, 0)).to(MESSAGE);

        assertThat(Results.text(result.body()))
                .isEqualTo("{\"error\":{\"message\":\"given up\",\"type\":\"server_error\",\"param\":null,"
                        + "\"code\":\"deadline_exceeded\"}}");
        assertThat(result.headers())
                .containsEntry("x-penstock-status", "504")
                .containsEntry("x-penstock-code", "deadline_exceeded");
    }

    @Test
    void rejection_isTheProvidersOwn_ifItIsJson() {
        assertThat(Results.text(Reply.of(Results.rejected(400, " {\"error\":{}}"))
                        .to(MESSAGE)
                        .body()))
                .isEqualTo(" {\"error\":{}}");
        assertThat(Results.text(
                        Reply.of(Results.rejected(403, "<html>")).to(MESSAGE).body()))
                .contains("upstream_rejected");
    }

    @Test
    @DisplayName("status and code of every error stand together on the page of the gateway's answers")
    void codes_areTheGateways() throws IOException {
        List<Reply> replies = new ArrayList<>(
                List.of(Reply.of(Results.unknown()), Reply.of(Results.conflict()), Reply.unfit("no name")));
        for (EndReason limit : EndReason.values()) {
            replies.add(Reply.of(Results.gaveUp(limit, 0)));
            replies.add(Reply.of(Results.gaveUp(limit, 429)));
        }
        String page = Files.readString(Path.of("..", "..", "docs", "gateway-answers.md"));

        assertThat(replies)
                .allSatisfy(reply -> assertThat(page).contains("| " + reply.status() + " | `" + reply.code() + "` |"));
    }

    @Test
    @DisplayName("R-OP-5 of what is not committed nobody is told anything")
    void nothingCommitted_isNoReply() {
        assertThat(List.of(Results.unrecorded(), Results.storeAway(), Results.busy(), Results.elsewhere()))
                .allSatisfy(result -> assertThatThrownBy(() -> Reply.of(result))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageEndingWith(" is no outcome"));
    }

    @Test
    void texts_holdNoContent() {
        assertThat(MemoryQueue.message("k").toString()).doesNotContain("secret");
        assertThat(Reply.of(Results.answered(false)).toString()).isEqualTo("200 ");
        assertThat(Reply.of(Results.answered(false)).to(MESSAGE).toString()).doesNotContain("yes");
    }
}
