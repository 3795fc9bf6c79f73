package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    @TempDir
    private Path directory;

    private final CommandLineFixture cli = new CommandLineFixture();

    @Test
    void help_namesEveryCommand() {
        assertThat(cli.run("--help")).isZero();
        assertThat(cli.out()).contains("run", "ops", "doctor", "simulate", "Exit codes");
    }

    @Test
    void noCommand_isRefusedWithHelp() {
        assertThat(cli.run()).isEqualTo(2);
        assertThat(cli.err()).contains("Usage: penstock");
    }

    @Test
    void mistypedOption_isOneLineWithASuggestion() {
        assertThat(cli.run("run", "in.jsonl", "-o", "out.jsonl", "--concurency", "3"))
                .isEqualTo(2);
        assertThat(cli.err().lines())
                .singleElement()
                .asString()
                .contains("unknown option '--concurency'", "did you mean '--concurrency'?");
    }

    @Test
    void mistypedCommand_isOneLineWithASuggestion() {
        assertThat(cli.run("ops", "lst")).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("did you mean 'list'?");
    }

    @Test
    void missingInput_namesTheFile() {
        assertThat(cli.run("run", path("none.jsonl"), "-o", path("out.jsonl"))).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("none.jsonl", "does not exist");
    }

    @Test
    void missingKey_isRefusedAndNothingIsMade() throws IOException {
        Path input = Files.writeString(directory.resolve("in.jsonl"), "{}\n");
        assertThat(cli.run("run", input.toString(), "-o", path("out.jsonl"))).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("DEEPSEEK_API_KEY", "--api-key-env");
        assertThat(directory.toFile().list()).containsExactly("in.jsonl");
    }

    @Test
    void badProxyOrAuthorities_areNamedWithoutWhatTheyHold() throws IOException {
        Path input = Files.writeString(directory.resolve("in.jsonl"), "{}\n");
        cli.with("OPENAI_API_KEY", "k").with("https_proxy", "socks5://user:canary@proxy:1080");
        String[] run = {
            "run",
            input.toString(),
            "-o",
            path("out.jsonl"),
            "--provider",
            "openai-compatible",
            "--base-url",
            "https://api.example.com/v1"
        };
        assertThat(cli.run(run)).isEqualTo(2);
        assertThat(cli.err().lines())
                .singleElement()
                .asString()
                .contains("https_proxy", "http:// URI")
                .doesNotContain("canary");
        String[] authorities = Arrays.copyOf(run, run.length + 2);
        authorities[run.length] = "--ca-file";
        authorities[run.length + 1] = path("none.pem");
        assertThat(cli.run(authorities)).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("none.pem", "--ca-file");
    }

    @Test
    void unknownConfigurationKey_namesItsLine() throws IOException {
        Path config = Files.writeString(directory.resolve("c.yaml"), "provider: simulator\nconcurency: 3\n");
        assertThat(cli.run("run", "in", "-o", "out", "--config", config.toString()))
                .isEqualTo(2);
        assertThat(cli.err().lines())
                .singleElement()
                .asString()
                .contains("c.yaml, line 2", "concurency", "did you mean 'concurrency'?");
    }

    @Test
    void badConfigurationValue_namesItsLine() throws IOException {
        Path config = Files.writeString(directory.resolve("c.yaml"), "\nconcurrency: lots\n");
        assertThat(cli.run("run", "in", "-o", "out", "--config", config.toString()))
                .isEqualTo(2);
        assertThat(cli.err()).contains("c.yaml, line 2", "--concurrency");
    }

    @Test
    void unsetVariableInConfiguration_isNamed() throws IOException {
        Path config = Files.writeString(directory.resolve("c.yaml"), "base_url: ${NO_SUCH}\n");
        assertThat(cli.run("doctor", "--config", config.toString())).isEqualTo(2);
        assertThat(cli.err()).contains("line 1", "NO_SUCH");
    }

    @Test
    void emptyInput_isRefused() throws IOException {
        Path input = Files.writeString(directory.resolve("in.jsonl"), "\n\n");
        assertThat(cli.run("run", input.toString(), "-o", path("out.jsonl"), "--provider", "simulator"))
                .isEqualTo(2);
        assertThat(cli.err()).contains("has no lines");
    }

    @Test
    void postgresStore_ofNobody_isRefusedInWords() {
        assertThat(cli.run("ops", "list", "--store", "postgresql://somewhere/db"))
                .isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("names no user");
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }
}
