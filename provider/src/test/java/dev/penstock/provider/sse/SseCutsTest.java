package dev.penstock.provider.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("B011 B012 B016 the events are the same however the bytes are cut")
class SseCutsTest {

    static Stream<String> corpus() {
        String lines = """
                \uFEFFdata: {"a":
                data: 1}

                : note
                event: x
                id: 1
                retry: 1
                foo: bar
                data: 你🌍


                data

                data:
                data:  two

                event: lost

                data: [DONE]

                """;
        String mixed = "data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\rdata: e\n\n:\r\n\r\ndata: f\r\n\r\n";
        return Stream.of(
                lines,
                lines.replace("\n", "\r\n"),
                lines.replace("\n", "\r"),
                mixed,
                "data: cut in the mid",
                "data: no blank line\n",
                "{\"error\":1}\n");
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void everyOneAndTwoCuts_giveTheSameEvents(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        SseReading whole = new SseReading().read(bytes, 0, bytes.length);
        whole.reader.end();
        for (int first = 0; first <= bytes.length; first++) {
            for (int second = first; second <= bytes.length; second++) {
                SseReading cut = new SseReading()
                        .read(bytes, 0, first)
                        .read(bytes, first, second)
                        .read(bytes, second, bytes.length);
                cut.reader.end();
                assertSame(cut, whole, "cut at " + first + " and " + second);
            }
        }
    }

    @Test
    void randomCuts_giveTheSameEvents() {
        long seed = 20_261_129L;
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = String.join("", corpus().toList()).getBytes(UTF_8);
        SseReading whole = new SseReading().read(bytes, 0, bytes.length);
        whole.reader.end();
        for (int round = 0; round < 500; round++) {
            SseReading cut = new SseReading();
            int at = 0;
            while (at < bytes.length) {
                int next = Math.min(bytes.length, at + random.nextInt(7));
                cut.read(bytes, at, next);
                at = next;
            }
            cut.reader.end();
            assertSame(cut, whole, "seed " + seed + ", round " + round);
        }
    }

    private static void assertSame(SseReading cut, SseReading whole, String where) {
        assertThat(cut.events).as(where).isEqualTo(whole.events);
        assertThat(cut.strays).as(where).isEqualTo(whole.strays);
        assertThat(cut.reader.truncated()).as(where).isEqualTo(whole.reader.truncated());
        assertThat(cut.reader.comments()).as(where).isEqualTo(whole.reader.comments());
    }

    @Test
    void corpus_hasTheEventsOfTheFormat() {
        String first = corpus().findFirst().orElseThrow();
        SseReading reading = new SseReading().read(first);
        assertThat(reading.events).isEqualTo(List.of("|{\"a\":\n1}", "x|你🌍", "|", "|\n two", "|[DONE]"));
        assertThat(reading.strays).containsExactly("foo: bar");
    }
}
