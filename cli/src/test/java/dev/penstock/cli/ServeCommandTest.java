package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps the gateway from starting: one line with the cause and the mend, and exit code 2. */
class ServeCommandTest {

    @TempDir
    private Path directory;

    private final CommandLineFixture cli = new CommandLineFixture();

    @Test
    void portTaken_namesThePort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    serve("--provider", "simulator", "--port", String.valueOf(taken.getLocalPort())),
                    "127.0.0.1:" + taken.getLocalPort(),
                    "--port");
        }
    }

    @Test
    void missingKey_namesTheVariable() {
        assertRefused(serve(), "DEEPSEEK_API_KEY", "--provider simulator");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    @DisplayName("an address that others reach has to be asked for twice")
    void openAddress_isRefused() {
        assertRefused(serve("--provider", "simulator", "--host", "0.0.0.0"), "0.0.0.0", "--allow-remote");
    }

    @Test
    void wrongConfiguration_namesFileAndLine() throws IOException {
        Path file = Files.writeString(directory.resolve("c.yaml"), "limits:\n  max_activ: 3\n");
        assertRefused(serve("--config", file.toString()), "c.yaml, line 2", "max_activ");
    }

    @Test
    void routesTwice_namesTheOption() throws IOException {
        Path file = Files.writeString(directory.resolve("c.yaml"), "routes:\n  - {name: a, provider: simulator}\n");
        assertRefused(serve("--config", file.toString(), "--base-url", "http://localhost:1"), "--base-url", "routes");
    }

    @Test
    void weakKey_isRefusedAndNotShown() {
        cli.with("PENSTOCK_CLIENT_KEY", "hunter2");
        assertRefused(serve("--provider", "simulator"), "PENSTOCK_CLIENT_KEY", "at least 16");
        assertThat(cli.err()).doesNotContain("hunter2");
    }

    @Test
    void outOfRange_namesWhatIsAllowed() {
        assertRefused(serve("--provider", "simulator", "--max-active", "0"), "max active");
        assertRefused(serve("--provider", "simulator", "--max-attempts", "0"), "max attempts");
        assertRefused(serve("--provider", "simulator", "--delivery", "slow"), "--delivery");
    }

    private void assertRefused(int code, String... words) {
        assertThat(code).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains(words);
        assertThat(cli.out()).isEmpty();
    }

    private int serve(String... words) {
        String[] command = new String[words.length + 5];
        command[0] = "serve";
        command[1] = "--store";
        command[2] = directory.resolve("gateway.penstock").toString();
        command[3] = "--admin-port";
        command[4] = "0";
        System.arraycopy(words, 0, command, 5, words.length);
        return cli.run(command);
    }
}
