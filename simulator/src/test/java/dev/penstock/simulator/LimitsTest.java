package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Limit;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitsTest {

    @Test
    void requestBeyondTheConcurrency_getsA429UntilOneHasEnded() throws Exception {
        FaultScript script = FaultScript.builder()
                .limit(new Limit("deepseek-v4-flash", 2, 0, 0, "7"))
                .rule("stalls", when -> when.first(2), then -> then.stall(new CutPoint.AtBodyByte(0)))
                .build();
        SimulatorOptions options = SimulatorOptions.builder()
                .script(script)
                .look(ProviderLook.deepseek().withWorksOn(false))
                .build();
        try (Simulator simulator = Simulator.start(options);
                RawClient first = new RawClient(simulator);
                RawClient third = new RawClient(simulator)) {
            try (RawClient second = new RawClient(simulator)) {
                first.send(RawClient.chat(Wire.FLASH, true, "1")).readUntil("\r\n\r\n");
                second.send(RawClient.chat(Wire.FLASH, true, "2")).readUntil("\r\n\r\n");
                assertThat(third.send(RawClient.chat(Wire.FLASH, true, "3")).readAnswer())
                        .startsWith("HTTP/1.1 429")
                        .contains("Retry-After: 7\r\n", "concurrency_limit_exceeded");
            }
            assertThat(simulator.awaitFinished(2, Wire.PATIENCE)).isTrue();
            assertThat(third.send(RawClient.chat(Wire.FLASH, false, "4")).readAnswer())
                    .startsWith("HTTP/1.1 200");
            assertThat(simulator.maxActive()).containsEntry("deepseek-v4-flash", 2);
            assertThat(simulator.log())
                    .extracting(entry -> entry.answered().active())
                    .containsExactly(2, 2, 2);
        }
    }

    @Test
    void keysOfOneAccount_shareItsLimitAndOthersDoNot() throws Exception {
        FaultScript script = FaultScript.builder()
                .limit(Limit.concurrency(null, 1))
                .rule("stalls", when -> when.first(1), then -> then.stall(CutPoint.START))
                .build();
        SimulatorOptions options = SimulatorOptions.builder()
                .script(script)
                .keys(Keys.of(Map.of("a1", "a", "a2", "a", "b1", "b")))
                .build();
        try (Simulator simulator = Simulator.start(options);
                RawClient stalled = new RawClient(simulator);
                RawClient same = new RawClient(simulator);
                RawClient other = new RawClient(simulator)) {
            stalled.send(keyed("a1"));
            while (simulator.inProgress().stream()
                    .noneMatch(entry -> entry.answered().active() == 1)) {
                Thread.onSpinWait();
            }

            assertThat(same.send(keyed("a2")).readAnswer()).startsWith("HTTP/1.1 429");
            assertThat(other.send(keyed("b1")).readAnswer()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aliasesOfOneModel_shareItsLimit() throws Exception {
        FaultScript script = FaultScript.builder()
                .limit(Limit.concurrency("deepseek-v4-flash", 1))
                .rule("stalls", when -> when.first(1), then -> then.stall(new CutPoint.AtBodyByte(0)))
                .build();
        try (Simulator simulator = Simulator.start(script);
                RawClient stalled = new RawClient(simulator);
                RawClient alias = new RawClient(simulator)) {
            stalled.send(RawClient.chat("deepseek-v4-flash", true, "x")).readUntil("\r\n\r\n");

            assertThat(alias.send(RawClient.chat("deepseek-flash", false, "x")).readAnswer())
                    .startsWith("HTTP/1.1 429");
        }
    }

    @Test
    void wrongOrMissingKey_isRefusedUnlessTheScriptSpeaksFirst() throws Exception {
        SimulatorOptions options = SimulatorOptions.builder()
                .keys(Keys.of("right"))
                .script(FaultScript.builder()
                        .rule("second", when -> when.nth(3), then -> then.status(402))
                        .build())
                .build();
        try (Simulator simulator = Simulator.start(options);
                RawClient client = new RawClient(simulator)) {
            assertThat(client.send(keyed("wrong")).readAnswer())
                    .startsWith("HTTP/1.1 401")
                    .contains("authentication_error");
            assertThat(client.send(RawClient.chat(Wire.FLASH, false, "x")).readAnswer())
                    .startsWith("HTTP/1.1 401");
            assertThat(client.send(keyed("wrong")).readAnswer()).startsWith("HTTP/1.1 402");
            assertThat(client.send(keyed("right")).readAnswer()).startsWith("HTTP/1.1 200");
            assertThat(client.send(RawClient.get("/models")).readAnswer()).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void modelOutsideTheLook_doesNotExist() throws Exception {
        try (Simulator deepseek = Simulator.start();
                Simulator openai = Simulator.start(
                        SimulatorOptions.builder().look(ProviderLook.openai()).build());
                RawClient strict = new RawClient(deepseek);
                RawClient lenient = new RawClient(openai)) {
            assertThat(strict.send(RawClient.chat("m", false, "x")).readAnswer())
                    .startsWith("HTTP/1.1 400")
                    .contains("Model Not Exist");
            assertThat(lenient.send(RawClient.chat("m", false, "x")).readAnswer())
                    .startsWith("HTTP/1.1 200");
            assertThat(deepseek.log()).extracting(LogEntry::usage).containsOnlyNulls();
        }
    }

    private static String keyed(String key) {
        return RawClient.chat(Wire.FLASH, false, "x").replace("Host: sim", "Host: sim\r\nAuthorization: Bearer " + key);
    }
}
