package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Behaviour;
import dev.penstock.simulator.script.FaultScript;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFaultsTest {

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 402, 422, 429, 500, 503, 504, 524, 999})
    void number_isAnsweredAsTheStatus(int status) throws Exception {
        FaultScript closing =
                FaultScript.builder().defaults(then -> then.close()).build();
        try (Simulator simulator = Simulator.start(closing)) {
            Wire wire = Wire.of(simulator, RawClient.chat("sim-" + status, false, "hello"));

            assertThat(wire.text()).startsWith("HTTP/1.1 " + status).contains("{\"error\":{\"message\":");
            assertThat(wire.head()).as("begins with the defaults").contains("Connection: close");
            assertThat(wire.entry().answered().rule()).isEqualTo("sim-" + status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sim-cut-mid-stream,true,CUT,FIN",
        "sim-reset-mid-stream,true,RESET,RST",
        "sim-reset-after-request,false,RESET,RST",
        "sim-close-after-request,true,CUT,FIN",
        "sim-cut-mid-head,false,CUT,FIN",
        "sim-cut-mid-body,false,CUT,FIN",
        "sim-malformed-http,false,COMPLETE,FIN",
        "sim-missing-last-chunk,true,COMPLETE,FIN",
        "sim-long-length,false,COMPLETE,FIN",
        "sim-close,true,COMPLETE,FIN",
        "sim-close-idle,true,COMPLETE,FIN",
        "sim-quota,false,COMPLETE,"
    })
    void name_isTheFaultItNames(String model, boolean stream, Outcome outcome, String end) throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat(model, stream, "hello"));
            if (end != null) {
                assertThat(client.readToEnd()).isEqualTo(RawClient.End.valueOf(end));
            } else {
                client.readAnswer();
            }
            assertThat(simulator.awaitFinished(1, Wire.PATIENCE)).isTrue();
            assertThat(simulator.log().getFirst().outcome()).isEqualTo(outcome);
            assertThat(simulator.log().getFirst().answered().rule()).isEqualTo(model);
        }
    }

    @Test
    void everyName_isKnown() {
        assertThat(Simulator.modelFaults().keySet())
                .allSatisfy(name -> assertThat(ModelFaults.find(name.replace("NNN", "503"), Behaviour.USUAL))
                        .as(name.toLowerCase(Locale.ROOT))
                        .isPresent());
        assertThat(ModelFaults.find("sim-unknown", Behaviour.USUAL)).isEmpty();
    }
}
