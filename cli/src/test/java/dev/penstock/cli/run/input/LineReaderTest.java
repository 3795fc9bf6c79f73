package dev.penstock.cli.run.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LineReaderTest {

    @Test
    void lines_areSplitAtLineFeedsWithAndWithoutCarriageReturn() throws IOException {
        assertThat(lines("a\nbc\r\n\r\nd")).containsExactly("1:a", "2:bc", "3:", "4:d");
    }

    @Test
    void lastLineEnd_makesNoFurtherLine() throws IOException {
        assertThat(lines("a\n")).containsExactly("1:a");
        assertThat(lines("")).isEmpty();
    }

    @Test
    void byteOrderMark_isPassedOverOnTheFirstLineOnly() throws IOException {
        assertThat(lines("\uFEFFa\n\uFEFFb\n")).containsExactly("1:a", "2:\uFEFFb");
    }

    @Test
    void carriageReturnInside_isPartOfTheLine() throws IOException {
        assertThat(lines("a\rb\n")).containsExactly("1:a\rb");
    }

    @Test
    void longLine_acrossManyReads_isWhole() throws IOException {
        String text = "x".repeat(300_000);
        assertThat(lines(text + "\ny\n")).containsExactly("1:" + text, "2:y");
    }

    @Test
    void tooLongLine_isCountedAndNotKept() throws IOException {
        InputStream longLine = new SequenceInputStream(
                new ByteArrayInputStream(new byte[LineReader.LONGEST + 5]),
                new ByteArrayInputStream("\nnext\n".getBytes(UTF_8)));
        LineReader reader = new LineReader(longLine);
        RawLine first = Objects.requireNonNull(reader.next());
        assertThat(first.isTooLong()).isTrue();
        assertThat(first.length()).isEqualTo(LineReader.LONGEST + 5L);
        assertThat(text(Objects.requireNonNull(reader.next()))).isEqualTo("2:next");
    }

    private static List<String> lines(String text) throws IOException {
        LineReader reader = new LineReader(new ByteArrayInputStream(text.getBytes(UTF_8)));
        List<String> lines = new ArrayList<>();
        for (RawLine line = reader.next(); line != null; line = reader.next()) {
            assertThat(line.isTooLong()).isFalse();
            lines.add(text(line));
        }
        return lines;
    }

    private static String text(RawLine line) {
        return line.number() + ":" + new String(line.bytes().unsafeArray(), UTF_8);
    }
}
