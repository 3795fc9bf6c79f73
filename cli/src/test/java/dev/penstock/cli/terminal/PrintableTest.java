package dev.penstock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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
