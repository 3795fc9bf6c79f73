package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.simulator.script.ConnectionRule;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Occurrence;
import dev.penstock.simulator.script.Span;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionRulesTest {

    private static final Occurrence FIRST = new Occurrence(List.of(), 1, 0, 0);

    @ParameterizedTest
    @EnumSource(How.class)
    void connection_isEndedBeforeAByteIsRead(How how) throws Exception {
        FaultScript script = FaultScript.builder()
                .connection(FIRST, new ConnectionRule.End(how))
                .build();
        try (Simulator simulator = Simulator.start(script);
                RawClient first = new RawClient(simulator)) {
            assertThat(first.readToEnd()).isEqualTo(how == How.FIN ? RawClient.End.FIN : RawClient.End.RST);

            try (RawClient second = new RawClient(simulator)) {
                assertThat(second.send(RawClient.get("/models")).readAnswer()).startsWith("HTTP/1.1 200");
            }
            assertThat(simulator.log()).hasSize(1);
        }
    }

    @Test
    void heldConnection_isNotReadMeanwhile() throws Exception {
        FaultScript script = FaultScript.builder()
                .connection(FIRST, new ConnectionRule.Hold(Span.of(Duration.ofDays(1))))
                .build();
        try (Simulator simulator = Simulator.start(script);
                RawClient held = new RawClient(simulator)) {
            held.send(RawClient.get("/models"));
            // Of two that are opened at once either may be counted first.
            awaitOpenConnection(simulator);
            try (RawClient served = new RawClient(simulator)) {
                assertThat(served.send(RawClient.get("/models")).readAnswer()).startsWith("HTTP/1.1 200");

                assertThat(simulator.inProgress()).isEmpty();
                assertThat(simulator.log()).hasSize(1);
                assertThat(simulator.openConnections()).isEqualTo(2);
            }
        }
    }

    @Test
    void refusalWindow_beginsWithTheScriptAndEnds() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            simulator.script(FaultScript.builder()
                    .refuse(Duration.ZERO, Duration.ofDays(1))
                    .build());
            awaitRefusal(simulator);
            simulator.script(FaultScript.NONE);

            new RawClient(simulator).close();
        }
    }

    private static void awaitOpenConnection(Simulator simulator) {
        while (simulator.openConnections() == 0) {
            Thread.onSpinWait();
        }
    }

    private static void awaitRefusal(Simulator simulator) throws Exception {
        while (true) {
            try {
                new RawClient(simulator).close();
            } catch (ConnectException e) {
                return;
            }
        }
    }

    @Test
    void refusedConnections_areRefusedUntilTheyAreAcceptedAgain() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            simulator.refuseConnections();
            assertThatThrownBy(() -> new RawClient(simulator).close()).isInstanceOf(ConnectException.class);

            simulator.acceptConnections();
            new RawClient(simulator).close();
        }
    }

    @Test
    void portInUse_isSaidWithItsMend() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            SimulatorOptions options =
                    SimulatorOptions.builder().port(taken.getLocalPort()).build();

            assertThatThrownBy(() -> Simulator.start(options))
                    .isInstanceOf(SimulatorException.class)
                    .hasMessageContaining("Cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("Stop the program that holds the port, or choose another one");
        }
    }

    @Test
    void foreignAddress_isSaidWithItsMend() {
        SimulatorOptions options = SimulatorOptions.builder().host("192.0.2.1").build();

        assertThatThrownBy(() -> Simulator.start(options))
                .isInstanceOf(SimulatorException.class)
                .hasMessageContaining("Cannot listen on 192.0.2.1:0");
    }
}
