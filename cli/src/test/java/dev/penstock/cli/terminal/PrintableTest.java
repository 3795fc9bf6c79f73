package dev.penstock.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class PrintableTest {

    @Test
    void of_plainText_isItself() {
        assertThat(Printable.of("a line, with 'quotes' – and Ünïcode 🙂"))
                .isEqualTo("a line, with 'quotes' – and Ünïcode 🙂");
    }

    @Test
    void of_control_isReplaced() {
        assertThat(Printable.of("\u001b[2J\r\nb\u007f\u009bc\u202ed\u2028"))
                .isEqualTo("\ufffd[2J\ufffd\ufffdb\ufffd\ufffdc\ufffdd\ufffd");
    }

    @ParameterizedTest
    @CsvSource({"true, 'a\ufffd[2J\tb\n\ufffdc\n'", "false, 'a\u001b[2J\tb\r\n\u202ec\n'"})
    @DisplayName("what a provider wrote gives a terminal no command, and reaches a file as it is")
    void give_control_isReplacedWhereItIsShown(boolean shown, String expected) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(out, true, UTF_8);

        new Surroundings(printed, printed, shown, /* interactive= */ false, Map.of(), Time.system(), Chance.system())
                .give("a\u001b[2J\tb\r\n\u202ec".getBytes(UTF_8));

        assertThat(out.toString(UTF_8)).isEqualTo(expected);
    }

    @Test
    void jsonLine_control_isEscapedAndReadBack() {
        String text = "\u001b[2J\n\u009b\u202ed\u007f\u2028 Ünïcode";

        String line = JsonLine.of(json -> json.writeStringProperty("text", text));

        assertThat(line).isEqualTo(Printable.of(line)).contains("Ünïcode");
        assertThat(read(line)).isEqualTo(text);
    }

    /** The value of the one member. */
    private static String read(String line) {
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), line)) {
            json.nextToken();
            json.nextToken();
            json.nextToken();
            return json.getString();
        }
    }
}
