package dev.penstock.cli.run.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExporterTest {

    @TempDir
    private Path directory;

    private Path output = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private LedgerFixture store;

    @BeforeEach
    void open() {
        output = directory.resolve("out.jsonl");
        store = new LedgerFixture(directory.resolve("s.penstock"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void answers_areWrittenOnceEach() throws Exception {
        store.answer("a", "{\"x\":1}");
        store.answer("b", "{\"x\":2}");
        export();
        export();
        assertThat(ids()).containsExactly("a", "b");
        assertThat(lines().getFirst())
                .contains("\"status_code\":200", "\"request_id\":\"req-1\"", "\"body\":{\"x\":1}", "\"error\":null");
    }

    @Test
    void answerOnManyLines_isOneLine() throws Exception {
        store.answer("a", "{\n  \"x\": 1\r\n}");
        export();
        assertThat(lines()).singleElement().asString().contains("\"x\": 1");
    }

    @Test
    void unknownOutcome_isNotInTheOutput_andComesWithItsAnswer() throws Exception {
        OperationRecord lost = store.lose("a");
        export();
        assertThat(lines()).isEmpty();
        store.answerAnew(lost, "{\"x\":9}");
        export();
        assertThat(ids()).containsExactly("a");
    }

    @Test
    @DisplayName(
            "what stands behind the recorded offset is cut off: a crash between append and record writes no line twice")
    void tailThatWasNotRecorded_isCutOff() throws Exception {
        store.answer("a", "{}");
        export();
        Files.writeString(output, "{\"custom_id\":\"half", StandardOpenOption.APPEND);
        store.answer("b", "{}");
        export();
        assertThat(ids()).containsExactly("a", "b");
    }

    @Test
    void missingFile_isRebuiltFromTheStore() throws Exception {
        store.answer("a", "{}");
        export();
        Files.delete(output);
        assertThat(export().rebuilt()).isTrue();
        assertThat(ids()).containsExactly("a");
    }

    @Test
    void shorterFile_isRebuiltFromTheStore() throws Exception {
        store.answer("a", "{}");
        store.answer("b", "{}");
        export();
        Files.writeString(output, lines().getFirst() + "\n");
        assertThat(export().rebuilt()).isTrue();
        assertThat(ids()).containsExactly("a", "b");
    }

    @Test
    void foreignFile_isPutAsideAndNothingOfItIsLost() throws Exception {
        Files.writeString(output, "somebody else's\n");
        store.answer("a", "{}");
        Path aside = export().putAside();
        assertThat(aside).isNotNull().hasContent("somebody else's\n");
        assertThat(ids()).containsExactly("a");
    }

    @Test
    void answerThatReplacesAnother_standsAloneInTheOutput() throws Exception {
        OperationRecord first = store.answer("a", "{\"x\":1}");
        export();
        store.answerAnew(first, "{\"x\":2}");
        export();
        assertThat(lines()).singleElement().asString().contains("{\"x\":2}");
    }

    @Test
    void secondWriterOfOneFile_isRefused() throws Exception {
        try (Exporter first = opened().exporter()) {
            assertThat(first.step()).isZero();
            assertThatThrownBy(this::opened).isInstanceOf(Refusal.class).hasMessageContaining("another run");
        }
    }

    private Exporter.Opened export() throws InterruptedException {
        Exporter.Opened opened = opened();
        try (Exporter exporter = opened.exporter()) {
            exporter.finish();
        }
        return opened;
    }

    private Exporter.Opened opened() throws InterruptedException {
        return Exporter.open(store.ledger, Tenant.LOCAL, LedgerFixture.BATCH, output);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(output);
    }

    private List<String> ids() throws IOException {
        return lines().stream()
                .map(line -> line.replaceAll(".*\"custom_id\":\"([^\"]*)\".*", "$1"))
                .toList();
    }
}
