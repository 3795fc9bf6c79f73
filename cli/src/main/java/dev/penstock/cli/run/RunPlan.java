package dev.penstock.cli.run;

import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.provider.LimitOptions;
import java.nio.file.Path;

/**
 * What a run is to do.
 *
 * @param input the batch file
 * @param output where results go
 * @param store where the ledger is
 * @param batch what and how
 * @param limits how much at once
 * @param limit how many lines of the input at most
 * @param retryFailed whether failed lines get a new generation
 * @param json whether a program reads
 * @param author who runs it, for decisions
 * @param command the command that goes on with it, for messages
 */
record RunPlan(
        Path input,
        Path output,
        StorePlace store,
        Batch batch,
        LimitOptions limits,
        long limit,
        boolean retryFailed,
        boolean json,
        String author,
        String command) {}
