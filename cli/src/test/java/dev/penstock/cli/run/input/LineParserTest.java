package dev.penstock.cli.run.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.run.input.BatchLine.Code;
import dev.penstock.cli.run.input.BatchLine.Request;
import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.store.Bytes;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineParserTest {

    @Test
    void body_isTakenOverByteForByte() {
        String body = "{ \"model\" :\"m\",\"x\":1.0, \"t\":\"übrig \\u00e9 😀\" , \"n\":{\"a\":[1,{}]} }";
        Request request = request(
                "{\"custom_id\":\"ä-1\",\"body\":" + body + ",\"method\":\"POST\",\"url\":\"/v1/chat/completions\"}");
        assertThat(request.customId()).isEqualTo("ä-1");
        assertThat(new String(request.body().unsafeArray(), UTF_8)).isEqualTo(body);
    }

    @Test
    void methodAndUrl_mayBeMissing() {
        assertThat(request("{\"custom_id\":\"a\",\"body\":{}}").number()).isEqualTo(7);
    }

    @Test
    void otherMembers_arePassedOver() {
        assertThat(request("{\"custom_id\":\"a\",\"note\":{\"deep\":[1]},\"body\":{}}")
                        .customId())
                .isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "[]",
                "{\"custom_id\":\"a\",\"body\":{}} trailing",
                "{\"custom_id\":\"a\",\"body\":{\"x\":}}",
                "{\"custom_id\":\"a\",\"body\":{}",
                "{\"custom_id\":\"a\",\"body\":\"text\"}",
                "{\"custom_id\":1,\"body\":{}}",
                "{\"custom_id\":\"\",\"body\":{}}",
                "{\"custom_id\":\"a\\nb\",\"body\":{}}",
                "{\"custom_id\":\"a\"}",
                "{\"body\":{}}",
                "{\"custom_id\":\"a\",\"custom_id\":\"b\",\"body\":{}}"
            })
    void malformedLine_isInvalid(String line) {
        assertThat(unsendable(line).code()).isEqualTo(Code.INVALID_LINE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"custom_id\":\"a\",\"method\":\"GET\",\"body\":{}}",
                "{\"custom_id\":\"a\",\"url\":\"/v1/embeddings\",\"body\":{}}"
            })
    void otherEndpoint_isUnsupported(String line) {
        assertThat(unsendable(line).code()).isEqualTo(Code.UNSUPPORTED_ENDPOINT);
    }

    @Test
    @DisplayName("R-PRIVACY-1 a message about a bad line holds nothing of its text")
    void message_holdsNothingOfTheLine() {
        Unsendable line = unsendable("{\"custom_id\":\"a\",\"body\":{\"canary-prompt\": canary-prompt}}");
        assertThat(line.message()).doesNotContain("canary");
    }

    private static Request request(String line) {
        return (Request) parse(line);
    }

    private static Unsendable unsendable(String line) {
        return (Unsendable) parse(line);
    }

    private static BatchLine parse(String line) {
        byte[] bytes = line.getBytes(UTF_8);
        return LineParser.parse(new RawLine(7, Bytes.wrap(bytes), bytes.length));
    }
}
