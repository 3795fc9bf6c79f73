package dev.penstock.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.LedgerView;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.ResultFile;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full, small or not to be written, mounted for the command alone. */
@DisplayName("R-OP-5: nothing is sent that could not be recorded")
class DiskE2E {

    private static final String DISK = "disk";
    private static final String KEEP = "cp -a disk/. kept/";

    @TempDir
    Path directory;

    private Workspace workspace;
    private RequestFile requests;

    @BeforeEach
    void open() throws Exception {
        workspace = new Workspace(directory);
        requests = workspace.requests(400);
        Files.createDirectory(workspace.path(DISK));
        Files.createDirectory(workspace.path("kept"));
    }

    @Test
    @DisplayName("a read-only directory: refused in one line, nothing sent")
    void readOnlyDirectory_isRefused() {
        try (SimulatorProcess provider = workspace.provider("")) {
            Ended ended = run(provider)
                    .withMounts("mount --bind disk disk && mount -o remount,ro,bind disk", "true")
                    .run()
                    .expect(2);

            Clear.message(ended, DISK, "cannot be written");
            assertThat(provider.log().size()).isZero();
        }
    }

    @Test
    @DisplayName("a full disk at the start: nothing sent, exit code says that work is left or was refused")
    void fullDisk_sendsNothing() {
        try (SimulatorProcess provider = workspace.provider("")) {
            Ended ended = run(provider)
                    .withMounts("mount -t tmpfs -o size=1m none disk", "true")
                    .run();

            assertThat(ended.exitCode()).as("%s", ended).isIn(2, 4);
            Clear.noTrace(ended);
            assertThat(ended.err()).contains("disk");
            assertThat(provider.log().size()).isZero();
        }
    }

    @Test
    @DisplayName("a disk that fills in the middle: what was sent is recorded, and with room the same command finishes")
    void fillingDisk_stopsBeforeItIsTooLate() throws Exception {
        String answers = "defaults:\n  answer: {tokens: 3000}\n";
        try (SimulatorProcess provider = workspace.provider(answers)) {
            Ended ended = run(provider)
                    .withMounts("mount -t tmpfs -o size=67m none disk", KEEP)
                    .run()
                    .expect(4);

            Clear.noTrace(ended);
            assertThat(ended.err()).contains("disk");
            long sent = provider.log().size();
            assertThat(sent).isBetween(1L, 399L);
            Files.delete(workspace.path(DISK));
            Files.move(workspace.path("kept"), workspace.path(DISK));
            Map<String, Generation> ledger = ledger().newest();
            assertThat(ledger.values().stream().filter(line -> line.sent() > 0))
                    .as("lines that were sent, and are answered")
                    .hasSize((int) sent)
                    .allMatch(line -> line.state().equals("succeeded"));

            run(provider).run().expect(0);
            assertThat(provider.log().size()).isEqualTo(400);
        }
        assertThat(new ResultFile(workspace.path(DISK + "/results.jsonl")).customIds())
                .hasSize(400)
                .satisfies(ids -> assertThat(Set.copyOf(ids)).isEqualTo(requests.lines()));
    }

    private LedgerView ledger() {
        return new LedgerView(workspace.path(DISK + "/results.jsonl.penstock"));
    }

    private CommandLine run(SimulatorProcess provider) {
        return CommandLine.in(
                directory,
                "run",
                "requests.jsonl",
                "-o",
                "disk/results.jsonl",
                "--provider",
                "simulator",
                "--base-url",
                provider.baseUrl());
    }
}
