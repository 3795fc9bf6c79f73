package dev.penstock.simulator;

import static dev.penstock.simulator.RawClient.End.FIN;
import static dev.penstock.simulator.RawClient.End.RST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-PROOF-3")
class CutTest {

    @ParameterizedTest
    @CsvSource({"1,FIN", "17,FIN", "100,FIN", "333,FIN", "1,RST", "17,RST", "100,RST", "333,RST"})
    void cutAtByte_letsExactlyThoseBytesOut(int offset, How how) throws Exception {
        Wire wire = Wire.stream(then -> then.cutAtByte(offset, how));

        assertThat(wire.text()).hasSize(offset).startsWith("HTTP/1.1 200 OK".substring(0, Math.min(15, offset)));
        assertThat(wire.end()).isEqualTo(how == How.FIN ? FIN : RST);
        assertThat(wire.entry().outcome()).isEqualTo(how == How.FIN ? Outcome.CUT : Outcome.RESET);
        assertThat(wire.entry().moments().answeredAt()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIN", "RST"})
    void cutAtZero_readsTheWholeRequestAndAnswersNothing(How how) throws Exception {
        Wire wire = Wire.plain(then -> then.cutAtByte(0, how));

        assertThat(wire.text()).isEmpty();
        assertThat(wire.end()).isEqualTo(how == How.FIN ? FIN : RST);
        assertThat(wire.entry().isReceived()).isTrue();
        assertThat(wire.entry().moments().answeredAt()).isNull();
        assertThat(wire.entry().usage()).as("the work went on and is billed").isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 40})
    void cutAtBodyByte_countsFromTheHeadsEnd(int offset) throws Exception {
        Wire wire = Wire.plain(then -> then.cutAtBodyByte(offset, How.FIN));

        assertThat(wire.body()).hasSize(offset);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void cutAfterDeltas_endsBehindTheChunkOfTheLastDelta(int deltas) throws Exception {
        Wire wire = Wire.stream(then -> then.cutAfterDeltas(deltas, How.FIN));

        assertThat(Pattern.compile("\"delta\":\\{\"content\":\"[a-z]")
                        .matcher(wire.text())
                        .results())
                .hasSize(deltas);
        assertThat(wire.text()).endsWith(deltas == 0 ? "\r\n\r\n" : "}\n\n\r\n");
    }

    @Test
    void cutBeyondTheAnswer_sendsItWhole() throws Exception {
        try (Simulator simulator = Simulator.start(FaultScript.builder()
                        .always(then -> then.cutAtByte(1_000_000, How.RST))
                        .build());
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat(Wire.FLASH, false, "hello"));

            assertThat(client.readToEnd()).isEqualTo(FIN);
            assertThat(client.text()).endsWith("}");
        }
    }

    @Test
    void cutInsideRawBytesAndErrors_worksTheSame() throws Exception {
        Wire raw = Wire.plain(then -> then.raw("HTTP/1.1 200 OK\r\n\r\nhello".getBytes(StandardCharsets.US_ASCII))
                .cutAtByte(8, How.RST));
        Wire error = Wire.plain(then -> then.status(503).cutAtBodyByte(5, How.FIN));

        assertThat(raw.text()).isEqualTo("HTTP/1.1");
        assertThat(raw.end()).isEqualTo(RST);
        assertThat(error.body()).isEqualTo("{\"err");
        assertThat(error.entry().status()).isEqualTo(503);
    }

    @Test
    void stall_sendsWhatComesBeforeAndThenNothingUntilTheClientLeaves() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.stall(new CutPoint.AfterDeltas(2)))
                .build();
        try (Simulator simulator = Simulator.start(script)) {
            try (RawClient client = new RawClient(simulator)) {
                client.send(RawClient.chat(Wire.FLASH, true, "hello"));
                client.readUntil("finish_reason\":null}]}\n\n\r\n");
                assertThat(simulator.inProgress()).hasSize(1);
            }
            assertThat(simulator.awaitFinished(1, Wire.PATIENCE)).isTrue();
            assertThat(simulator.log().getFirst().outcome()).isEqualTo(Outcome.CLIENT_LEFT);
            assertThat(Objects.requireNonNull(simulator.log().getFirst().usage())
                            .completionTokens())
                    .isGreaterThan(2);
        }
    }
}
