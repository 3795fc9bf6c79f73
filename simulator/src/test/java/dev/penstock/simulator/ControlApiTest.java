package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import java.io.IOException;
import java.net.ConnectException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ControlApiTest {

    @Test
    void script_isPutInPlaceAndResetBringsTheFirstOneBack() throws Exception {
        try (Simulator simulator = Simulator.start(
                FaultScript.builder().always(then -> then.status(500)).build())) {
            assertThat(control(simulator, "POST /control/script", "rules: [{then: {status: 402}}]"))
                    .startsWith("HTTP/1.1 200");
            assertThat(asked(simulator)).startsWith("HTTP/1.1 402");

            assertThat(control(simulator, "POST /control/reset", "")).startsWith("HTTP/1.1 200");
            assertThat(simulator.log()).isEmpty();
            assertThat(asked(simulator)).startsWith("HTTP/1.1 500");
        }
    }

    @Test
    void wrongScript_isRefusedWithItsLineAndTheOldOneStays() throws Exception {
        try (Simulator simulator = Simulator.start(
                FaultScript.builder().always(then -> then.status(500)).build())) {
            assertThat(control(simulator, "POST /control/script", "seed: 1\nrulez: 3"))
                    .startsWith("HTTP/1.1 400")
                    .contains("line 2: unknown 'rulez'");
            assertThat(asked(simulator)).startsWith("HTTP/1.1 500");
        }
    }

    @Test
    void log_isGivenInLinesAndControlIsNotInIt() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            asked(simulator);
            asked(simulator);

            assertThat(control(simulator, "GET /control/log", "").lines().filter(line -> line.startsWith("{\"id\"")))
                    .hasSize(2);
            assertThat(control(simulator, "GET /control/log?after=1", ""))
                    .contains("{\"id\":2,")
                    .doesNotContain("{\"id\":1,");
            assertThat(control(simulator, "GET /control/in-progress", "")).endsWith("\r\n\r\n");
            assertThat(control(simulator, "GET /control/stats", ""))
                    .contains("\"finished\":2", "\"max_active\":{\"deepseek-v4-flash\":1}");
        }
    }

    @Test
    void refuse_stopsListeningAndBeginsAgain() throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient kept = new RawClient(simulator)) {
            assertThat(kept.send(RawClient.chat(Wire.FLASH, false, "x")).readAnswer())
                    .startsWith("HTTP/1.1 200");
            assertThat(control(simulator, "POST /control/refuse?for=300ms", "")).startsWith("HTTP/1.1 200");

            Assertions.assertThatThrownBy(() -> new RawClient(simulator).close())
                    .isInstanceOf(ConnectException.class);
            assertThat(kept.send(RawClient.chat(Wire.FLASH, false, "x")).readAnswer())
                    .startsWith("HTTP/1.1 200");
            connectWhenPossible(simulator).close();
        }
    }

    private static RawClient connectWhenPossible(Simulator simulator) throws IOException {
        while (true) {
            try {
                return new RawClient(simulator);
            } catch (ConnectException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void drop_endsAllOtherConnections() throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient kept = new RawClient(simulator)) {
            kept.send(RawClient.chat(Wire.FLASH, false, "x")).readAnswer();
            assertThat(control(simulator, "POST /control/drop", "")).startsWith("HTTP/1.1 200");

            assertThat(kept.readToEnd()).isEqualTo(RawClient.End.FIN);
        }
    }

    @Test
    void wrongControl_isRefused() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            assertThat(control(simulator, "POST /control/refuse", "")).startsWith("HTTP/1.1 400");
            assertThat(control(simulator, "POST /control/refuse?for=soon", "")).startsWith("HTTP/1.1 400");
            assertThat(control(simulator, "GET /control/log?after=x", "")).startsWith("HTTP/1.1 400");
            assertThat(control(simulator, "GET /control/other", "")).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void control_canBeSwitchedOff() throws Exception {
        SimulatorOptions options =
                SimulatorOptions.builder().control(ControlAccess.OFF).build();
        try (Simulator simulator = Simulator.start(options);
                RawClient client = new RawClient(simulator)) {
            assertThat(client.send(RawClient.get("/control/log")).readAnswer()).startsWith("HTTP/1.1 404");
            assertThat(simulator.log()).hasSize(1);
        }
    }

    private static String asked(Simulator simulator) throws IOException {
        try (RawClient client = new RawClient(simulator)) {
            return client.send(RawClient.chat(Wire.FLASH, false, "hello")).readAnswer();
        }
    }

    private static String control(Simulator simulator, String target, String body) throws IOException {
        try (RawClient client = new RawClient(simulator)) {
            client.send(target + " HTTP/1.1\r\nHost: sim\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            assertThat(client.readToEnd()).isEqualTo(RawClient.End.FIN);
            return client.text();
        }
    }
}
