package dev.penstock.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.breaker.BreakerSettings;
import dev.penstock.policy.breaker.OpeningCondition;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A recorded stream, cut at every byte on the wire. The judge is the recording itself: what had come whole before the cut
 * is all that may be said, and the rules of the protocol are applied to it here once more, in a few lines of their own.
 */
@DisplayName("R-STREAM-3 B027 B028 a live stream that is cut at any byte")
class LiveCutsTest {

    private static final String FINISH = event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
    private static final String DONE = event("[DONE]");
    private static final List<String> EVENTS = List.of(
            event("{\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}"),
            event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"你\"}}]}"),
            event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"b\"}}]}"),
            FINISH,
            DONE);

    /** Every call here fails, and none is to be kept from its attempt. */
    private static final PolicySettings SHORT_BREAKER = shortBreaker(PolicySettings.defaults());

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    @ParameterizedTest
    @EnumSource(How.class)
    void cutAnywhere_neverMoreThanCame(How how) throws Exception {
        byte[] wire = wire();
        FaultScript whole = FaultScript.builder().always(then -> then.raw(wire)).build();
        CallSettings settings =
                CallSettings.attached().withDeadline(Duration.ofSeconds(30)).withReplay(ReplaySetting.NEVER);
        try (Bench bench = new Bench(whole, config -> config.withPolicy(SHORT_BREAKER))) {
            for (int cut = 0; cut <= wire.length; cut++) {
                int at = cut;
                bench.simulator()
                        .script(FaultScript.builder()
                                .always(then -> then.raw(wire).cutAtByte(at, how))
                                .build());
                Collected reader = new Collected();
                Result result = bench.penstock()
                        .call(ChatCall.of(Streams.BODY).withSettings(settings).withDelivery(Delivery.live(reader)));
                judge(came(wire, at), how, reader, result);
            }
            assertThat(bench.sends()).isEqualTo(wire.length + 1);
        }
    }

    private static PolicySettings shortBreaker(PolicySettings base) {
        Duration blink = Duration.ofNanos(1);
        return new PolicySettings(
                base.population(),
                base.maxActive(),
                base.adaptive(),
                base.pacing(),
                base.budget(),
                new BreakerSettings(OpeningCondition.defaults(), blink, blink, 1, Duration.ofMinutes(1)),
                base.attached(),
                base.background());
    }

    private static void judge(List<String> came, How how, Collected reader, Result result) {
        String what = how + " after " + came.size() + " events gave " + result;
        if (result instanceof Result.Answered) {
            assertThat(came).as(what).contains(FINISH);
            assertThat(reader.events()).as(what).isEqualTo(EVENTS);
            return;
        }
        assertThat(result).as(what).isInstanceOf(Result.UnknownOutcome.class);
        List<String> passable = came.stream()
                .filter(event -> !event.equals(FINISH) && !event.equals(DONE))
                .toList();
        List<String> expected = passable.size() < 2 ? List.of() : passable;
        switch (how) {
            case FIN -> {
                assertThat(came).as(what).doesNotContain(FINISH);
                assertThat(reader.events()).as(what).isEqualTo(expected);
            }
            // A reset may take away what had come and was not read yet.
            case RST -> {
                assertThat(reader.events())
                        .as(what)
                        .isEqualTo(expected.subList(0, reader.events().size()));
                assertThat(reader.events()).as(what).hasSizeBetween(0, expected.size());
            }
        }
    }

    /** The events that had come whole when so many bytes had come. */
    private static List<String> came(byte[] wire, int bytes) {
        String body = body(new String(wire, 0, bytes, ISO_8859_1));
        String text = new String(body.getBytes(ISO_8859_1), UTF_8);
        List<String> events = new ArrayList<>();
        for (int from = 0, to = text.indexOf("\n\n"); to >= 0; to = text.indexOf("\n\n", from)) {
            events.add(text.substring(from, to + 2));
            from = to + 2;
        }
        return events;
    }

    /** What is inside the chunks, as far as it came. */
    private static String body(String wire) {
        StringBuilder body = new StringBuilder();
        int at = HEAD.length();
        while (at < wire.length()) {
            int line = wire.indexOf("\r\n", at);
            if (line < 0) {
                break;
            }
            int size = Integer.parseInt(wire.substring(at, line), 16);
            int from = line + 2;
            body.append(wire, Math.min(from, wire.length()), Math.min(from + size, wire.length()));
            at = from + size + 2;
        }
        return body.toString();
    }

    private static byte[] wire() {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        wire.writeBytes(HEAD.getBytes(UTF_8));
        for (String event : EVENTS) {
            byte[] bytes = event.getBytes(UTF_8);
            wire.writeBytes((Integer.toHexString(bytes.length) + "\r\n").getBytes(UTF_8));
            wire.writeBytes(bytes);
            wire.writeBytes("\r\n".getBytes(UTF_8));
        }
        wire.writeBytes("0\r\n\r\n".getBytes(UTF_8));
        return wire.toByteArray();
    }

    private static String event(String data) {
        return "data: " + data + "\n\n";
    }
}
