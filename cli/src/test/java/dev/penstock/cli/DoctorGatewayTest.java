package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What doctor says of a gateway's file")
class DoctorGatewayTest {

    private final CommandLineFixture cli = new CommandLineFixture();

    @TempDir
    private Path directory;

    @Test
    @DisplayName("R-PROOF-6 a canary is described as it would run")
    void canary_isDescribed() throws IOException {
        int code = doctor("""
                calls: {canary: {percent: 2.5, max_attempts: 1, deadline: 90s, replay: never}}
                routes: [{name: a, provider: simulator}]
                """);

        assertThat(cli.out())
                .contains(
                        "every key is known",
                        "1 with their keys",
                        "2.5 % of the calls have deadline 1m 30s, max_attempts 1, replay never");
        assertThat(code).as(cli.out()).isZero();
    }

    @Test
    void unusableFile_isRefusedWithItsLine() throws IOException {
        assertThat(doctor("calls:\n  canary: {percent: 5}\n")).isEqualTo(2);
        assertThat(cli.out()).contains("fail", "gateway.yaml", "line ", "the canary changes nothing");
    }

    @Test
    void missingKey_isNamed() throws IOException {
        assertThat(doctor("routes: [{name: a, provider: deepseek, api_key_env: NO_SUCH_KEY}]\n"))
                .isEqualTo(2);
        assertThat(cli.out()).contains("fail", "NO_SUCH_KEY");
    }

    private int doctor(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("gateway.yaml"), text);
        return cli.run(
                "doctor",
                "--gateway",
                file.toString(),
                "--store",
                directory.resolve("doctor.penstock").toString());
    }
}
