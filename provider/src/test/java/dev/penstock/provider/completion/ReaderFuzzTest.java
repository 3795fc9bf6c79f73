package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.penstock.provider.request.Asked;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whatever arrives is judged, and judged the same however it is cut")
class ReaderFuzzTest {

    private static final int ROUNDS = 4_000;
    private static final String STREAM = ": keep-alive\n\n"
            + Reading.delta("{'role':'assistant','content':null,'reasoning_content':'r'}")
            + Reading.delta("{'tool_calls':[{'index':0,'id':'c','function':{'name':'f','arguments':'{}'}}]}")
            + Reading.data("{'choices':[{'delta':{'content':'你'},'index':0,'logprobs':{'content':[{'token':'a'}]}}]}")
            + Reading.data("{'error':null,'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}")
            + Reading.USAGE
            + Reading.DONE;
    private static final String JSON = "\n\n{\"id\":\"x\",\"created\":1,\"choices\":[{\"index\":0,\"message\":"
            + "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"tool_calls\":[{\"function\":{\"name\":\"f\","
            + "\"arguments\":{\"a\":1}}}]},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1}}\n";
    private static final String ERROR = "{\"error\":{\"code\":503,\"message\":\"m\",\"type\":\"t\"},\"status\":\"5\"}";

    @Test
    void mutatedStream_neverThrows() {
        judgeMutations(Reading::stream, STREAM, 1L);
    }

    @Test
    void mutatedJson_neverThrows() {
        judgeMutations(Reading::json, JSON, 2L);
    }

    @Test
    void mutatedErrorBody_neverThrows() {
        judgeMutations(() -> Reading.of(new Asked(true, 1), 429, Map.of()), ERROR, 3L);
    }

    private static void judgeMutations(Supplier<Reading> open, String text, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] body = mutated(text.getBytes(UTF_8), random);
            boolean whole = random.nextBoolean();
            String where = "seed " + seed + ", round " + round;
            assertThatCode(() -> outcome(open.get(), List.of(body), whole))
                    .as(where)
                    .doesNotThrowAnyException();
            int cut = random.nextInt(body.length + 1);
            List<byte[]> parts = List.of(Arrays.copyOf(body, cut), Arrays.copyOfRange(body, cut, body.length));
            assertThat(outcome(open.get(), parts, whole))
                    .as(where + ", cut at " + cut)
                    .isEqualTo(outcome(open.get(), List.of(body), whole));
        }
    }

    private static byte[] mutated(byte[] body, SplittableRandom random) {
        byte[] alphabet = "{}[]\":,\\ \n\r09-eu.ntfd".getBytes(UTF_8);
        byte[] result = Arrays.copyOf(body, random.nextInt(4) == 0 ? 1 + random.nextInt(body.length) : body.length);
        int changes = random.nextInt(5);
        for (int i = 0; i < changes; i++) {
            byte value =
                    random.nextInt(4) == 0 ? (byte) random.nextInt(256) : alphabet[random.nextInt(alphabet.length)];
            result[random.nextInt(result.length)] = value;
        }
        return result;
    }

    private static List<Object> outcome(Reading reading, List<byte[]> parts, boolean whole) {
        parts.forEach(reading::read);
        reading.reader.end(whole);
        Answer answer = reading.reader.answer();
        return List.of(
                reading.reader.judge(),
                new String(answer.json(), UTF_8),
                answer.flags(),
                answer.toolCalls(),
                answer.partial(),
                reading.kinds());
    }
}
