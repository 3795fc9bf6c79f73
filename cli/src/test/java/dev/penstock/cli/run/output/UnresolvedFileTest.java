package dev.penstock.cli.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.explain.Place;
import dev.penstock.cli.run.input.BatchLine.Code;
import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Tenant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnresolvedFileTest {

    @TempDir
    private Path directory;

    @Test
    void name_isTheOutputsWithAWordInIt() {
        assertThat(UnresolvedFile.beside(Path.of("/d/results.jsonl")))
                .isEqualTo(Path.of("/d/results.unresolved.jsonl"));
        assertThat(UnresolvedFile.beside(Path.of("/d/results"))).isEqualTo(Path.of("/d/results.unresolved.jsonl"));
    }

    @Test
    void unknownAndUnsendableLines_bearReasonAndCommand_andVanishWhenResolved() throws Exception {
        try (LedgerFixture store = new LedgerFixture(directory.resolve("s.penstock"))) {
            store.answer("fine", "{}");
            OperationRecord lost = store.lose("lost");
            try (UnresolvedFile file = file(store)) {
                file.note(new Unsendable(3, "bad", Code.INVALID_LINE, "not a request"));
                assertThat(write(file)).isEqualTo(2);
                List<String> lines = Files.readAllLines(file.path());
                assertThat(lines.get(0))
                        .contains("\"custom_id\":\"lost\"", "outcome_unknown", "penstock ops reconcile op_")
                        .doesNotContain("fine");
                assertThat(lines.get(1)).contains("\"custom_id\":\"bad\"", "not a request", "mend line 3");
            }
            store.answerAnew(lost, "{}");
            try (UnresolvedFile file = file(store)) {
                assertThat(write(file)).isZero();
                assertThat(file.path()).doesNotExist();
            }
            assertThat(directory.toFile().list()).noneMatch(name -> name.contains("unresolved"));
        }
    }

    private UnresolvedFile file(LedgerFixture store) {
        Place place = new Place("s.penstock", "penstock run in.jsonl -o out.jsonl");
        return new UnresolvedFile(directory.resolve("out.jsonl"), store.ledger, new UnresolvedLine(place));
    }

    private static long write(UnresolvedFile file) {
        return file.write(Tenant.LOCAL, LedgerFixture.BATCH);
    }
}
