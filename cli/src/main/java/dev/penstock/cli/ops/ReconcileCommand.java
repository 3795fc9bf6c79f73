package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Bytes;
import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WriteId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Records what a person decides about operations whose outcome is open. */
@Command(
        name = "reconcile",
        mixinStandardHelpOptions = true,
        description = {
            "Decide what became of operations whose outcome is unknown, or that were given up.",
            "The decision is recorded with who, when and why; the earlier generation stays as it is."
        },
        footerHeading = "%nDecisions:%n",
        footer = {
            "  succeeded  it was answered: with --result FILE, or with the answer that was kept",
            "  failed     it failed for good; no answer is wanted any more",
            "  not_sent   you vouch that the provider never got it; the next run sends it",
            "  rerun      a new generation of the same request; it may be paid for twice",
            "  reopen     try a dead letter again of which nothing may have been processed"
        })
final class ReconcileCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final Chosen chosen = new Chosen();

    @Mixin
    private final AuthorOption author = new AuthorOption();

    @Option(names = "--unknown", description = "With --batch and no ID: every operation whose outcome is unknown.")
    private boolean unknown;

    @Option(
            names = "--decision",
            required = true,
            paramLabel = "DECISION",
            description = "One of succeeded, failed, not_sent, rerun, reopen.",
            converter = WordConverter.class)
    private @Nullable Word decision;

    @Option(
            names = "--result",
            paramLabel = "FILE",
            description = "With succeeded: a file that holds the chat.completion.")
    private @Nullable Path result;

    @Option(
            names = "--accept-duplicates",
            description = "With rerun: begin although the old attempt may still be running.")
    private boolean acceptDuplicates;

    @Option(
            names = "--deadline",
            paramLabel = "SPAN",
            defaultValue = "1h",
            description = "How long a new try may take. Default: ${DEFAULT-VALUE}.",
            converter = SpanConverter.class)
    private Duration deadline = Duration.ofHours(1);

    @Option(names = "--json", description = "One JSON object for each operation.")
    private boolean json;

    ReconcileCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (chosen.isNamed() == unknown) {
            throw new Refusal("name operations, or say --batch NAME --unknown for all of a batch; not both");
        }
        if (result != null && decision != Word.SUCCEEDED) {
            throw new Refusal("--result only goes with --decision succeeded");
        }
        if (result != null && !chosen.isNamed()) {
            throw new Refusal("--result is the answer of one operation; name it");
        }
        Decision decided = new Decision(author.name(), author.why(), kind());
        try (Ledger ledger = store.observe(around)) {
            Deciding deciding = new Deciding(around, ledger, json);
            chosen.each(
                    ledger,
                    EnumSet.of(OperationState.UNKNOWN_OUTCOME),
                    page -> deciding.page(
                            page,
                            operation -> new OperationWrite.Decide(
                                    WriteId.create(around.random()), operation.version(), decided)));
            return deciding.finish("decided").value();
        }
    }

    private Decision.Kind kind() {
        return switch (decision) {
            case SUCCEEDED -> new Decision.Kind.Succeeded(result == null ? null : answer(result));
            case FAILED -> new Decision.Kind.Failed();
            case NOT_SENT -> new Decision.Kind.NotSent(deadline);
            case RERUN -> new Decision.Kind.Rerun(acceptDuplicates, deadline);
            case REOPEN -> new Decision.Kind.Reopen(deadline);
            case null -> throw new IllegalStateException("picocli requires --decision");
        };
    }

    private static StoredBody answer(Path file) {
        try {
            Bytes bytes = Bytes.wrap(Files.readAllBytes(file));
            if (!JsonFile.isObject(bytes)) {
                throw new Refusal(file + " does not hold one JSON object; a chat.completion is expected");
            }
            return new StoredBody(StoredBody.Kind.RESULT, "application/json", bytes);
        } catch (IOException e) {
            throw new Refusal("cannot read " + file + ": " + Reason.of(e));
        }
    }

    /** What may be decided. */
    enum Word {
        SUCCEEDED,
        FAILED,
        NOT_SENT,
        RERUN,
        REOPEN
    }

    /** Reads a decision as design 13 writes it, with {@code _} or {@code -}. */
    static final class WordConverter implements ITypeConverter<Word> {
        /** For picocli. */
        WordConverter() {}

        @Override
        public Word convert(String value) {
            try {
                return Word.valueOf(value.replace('-', '_').toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'" + value + "' is none of succeeded, failed, not_sent, rerun, reopen");
            }
        }
    }
}
