package dev.penstock.it.support;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One batch in a directory of its own: its input, the commands that work on it, and what they leave there. */
public final class Workspace {

    /** The batch's name. */
    public static final String BATCH = "batch";

    private static final String REQUESTS = "requests.jsonl";
    private static final String RESULTS = "results.jsonl";

    private final Path directory;

    public Workspace(Path directory) {
        this.directory = directory;
    }

    public Path path(String name) {
        return directory.resolve(name);
    }

    /** Writes an input of so many lines. */
    public RequestFile requests(int count) {
        return RequestFile.write(path(REQUESTS), count);
    }

    /** Writes an input of lines with these contents. */
    public RequestFile requests(String... contents) {
        return RequestFile.write(path(REQUESTS), contents);
    }

    /** Starts a provider that keeps its log here. */
    public SimulatorProcess provider(String script, String... options) {
        return SimulatorProcess.start(directory, script, options);
    }

    /** {@code penstock run} against a simulator, which asks for no key. */
    public CommandLine run(String baseUrl, String... more) {
        List<String> words = new ArrayList<>(List.of("--provider", "simulator", "--base-url", baseUrl));
        words.addAll(List.of(more));
        return runWith(words.toArray(String[]::new));
    }

    /** {@code penstock run} with options that name the provider. */
    public CommandLine runWith(String... more) {
        List<String> words = new ArrayList<>(List.of("run", REQUESTS, "-o", RESULTS, "--batch", BATCH));
        words.addAll(List.of(more));
        return CommandLine.in(directory, words.toArray(String[]::new));
    }

    /** {@code penstock ops} on the batch's store. */
    public CommandLine ops(String... more) {
        List<String> words = new ArrayList<>(List.of("ops"));
        words.addAll(List.of(more));
        return CommandLine.in(directory, words.toArray(String[]::new));
    }

    public Path store() {
        return path(RESULTS + ".penstock");
    }

    public LedgerView ledger() {
        return new LedgerView(store());
    }

    public ResultFile results() {
        return new ResultFile(path(RESULTS));
    }

    public ResultFile unresolved() {
        return new ResultFile(path("results.unresolved.jsonl"));
    }
}
