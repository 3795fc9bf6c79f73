package dev.penstock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellWordTest {

    @Test
    void plainWord_staysAsItIs() {
        assertThat(ShellWord.of("/data/in-1.jsonl")).isEqualTo("/data/in-1.jsonl");
    }

    @Test
    void otherWord_isQuoted() {
        assertThat(ShellWord.of("my file")).isEqualTo("'my file'");
        assertThat(ShellWord.of("it's")).isEqualTo("'it'\\''s'");
        assertThat(ShellWord.of("")).isEqualTo("''");
    }
}
