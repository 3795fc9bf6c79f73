package dev.penstock.it.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture leaks} is the long one. */
@DisplayName("R-ADMIT-2, R-CLASS-7: handlers that throw take nothing with them")
class HandlerE2E {

    @Test
    @DisplayName("live readers, checks and listeners that throw: permits, descriptors, threads and heap are as before")
    void throwingHandlers_leaveNothingBehind(@TempDir Path directory) {
        Ended ended =
                CommandLine.of(HandlerDrill.class, directory, "80", "20", "200").run();

        System.out.println(ended.out());
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    }
}
