package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.CONTENT;
import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.STOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.completion.StreamChunk.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StreamReaderTest {

    @Test
    void wholeStream_isAssembled() {
        Reading reading = Reading.stream();
        reading.read(": keep-alive\n\n");
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.OPEN));
        reading.read("data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"m\","
                + "\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n");
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.OPEN));
        reading.read(CONTENT);
        assertThat(reading.last()).isEqualTo(new Received(true, Phase.OPEN));
        reading.read(STOP);
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.FINISHED));
        reading.read("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}\n\n");
        reading.read(DONE);
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.ENDED));

        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of("stop"), false, true, false));
        assertThat(reading.reader.answer().flags()).isEmpty();
        assertThat(reading.reader.answer().partial()).isFalse();
        assertThat(reading.answer())
                .isEqualTo("{\"id\":\"c1\",\"object\":\"chat.completion\",\"created\":7,\"model\":\"m\",\"choices\":"
                        + "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"hi\"},"
                        + "\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}");
    }

    @Test
    @DisplayName("R-STREAM-2 the states of a stream are told apart")
    void kinds_everyState() {
        Reading reading = Reading.stream()
                .read("data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"}}]}\n\n")
                .read(CONTENT)
                .read("data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":"
                        + "{\"arguments\":\"{\"}}]}}]}\n\n")
                .read(STOP)
                .read("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3}}\n\n")
                .read(DONE);
        assertThat(reading.kinds())
                .containsExactly(Kind.OTHER, Kind.OUTPUT, Kind.OUTPUT, Kind.FINISH, Kind.USAGE, Kind.DONE);
    }
}
