package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("W3C Trace Context: a valid parent is passed on, everything else is as if nothing had been said")
class TraceParentTest {

    private static final String VALID = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @Test
    void valid_taken() {
        assertThat(TraceParent.parse(VALID)).map(TraceParent::value).contains(VALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n"
            })
    void invalid_ignored(String value) {
        assertThat(TraceParent.parse(value)).isEmpty();
    }

    @Test
    @DisplayName("it goes out with a retry too, and without one nothing is made up")
    void call_sendsWhatItWasGiven() throws Exception {
        FaultScript busyOnce = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        TraceParent parent = TraceParent.parse(VALID).orElseThrow();
        try (Bench bench = new Bench(busyOnce)) {
            ChatCall plain = Bench.call();
            bench.penstock().call(plain.withSettings(plain.settings().withTraceParent(parent)));
            bench.penstock().call(plain);

            assertThat(bench.simulator().requests())
                    .extracting(request -> request.received().headerNames().contains("traceparent"))
                    .containsExactly(true, true, false);
        }
    }
}
