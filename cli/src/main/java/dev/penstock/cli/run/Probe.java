package dev.penstock.cli.run;

import dev.penstock.client.CallEvent;
import dev.penstock.client.Result;
import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The first line that is sent goes alone: a wrong key, an empty account or an unknown model costs one request, not a
 * file of them (design 13). The others follow once its first attempt has ended without such news, or is taking so long
 * that the provider must have let it in. Thread-safe.
 */
final class Probe {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Set<String> unknownModelNames;
    private final Signal passed = new Signal();
    private volatile @Nullable IdempotencyKey key;

    /** A probe for a provider whose names for an unknown model are given: codes, or whole messages. */
    Probe(Set<String> unknownModelNames) {
        this.unknownModelNames = unknownModelNames.stream().map(Probe::folded).collect(Collectors.toUnmodifiableSet());
    }

    /** Makes this line the probe, if there is none yet. */
    boolean begin(IdempotencyKey line) {
        if (key != null) {
            return false;
        }
        key = line;
        return true;
    }

    /** Waits until the others may follow. */
    void await(Sleeper sleeper) throws InterruptedException {
        sleeper.await(passed, PATIENCE.toNanos());
    }

    void hear(IdempotencyKey subject, CallEvent event) {
        if (event instanceof CallEvent.AttemptEnded ended
                && subject.equals(key)
                && ended.category() != AttemptCategory.FINAL
                && ended.category() != AttemptCategory.STOP) {
            passed.set();
        }
    }

    /** Judges the probe's result; everybody else's is their own. */
    Optional<StopCause> judge(IdempotencyKey subject, Result result) {
        if (!subject.equals(key)) {
            return Optional.empty();
        }
        Optional<StopCause> cause = result instanceof Result.Rejected rejected && meansUnknownModel(rejected)
                ? Optional.of(new StopCause.UnknownModel(
                        rejected.status(), rejected.error().name().orElse("")))
                : Optional.empty();
        if (cause.isEmpty()) {
            passed.set();
        }
        return cause;
    }

    /** Lets go of whoever waits: the run stops. */
    void abandon() {
        passed.set();
    }

    private boolean meansUnknownModel(Result.Rejected rejected) {
        return rejected.status() == 404
                || Stream.of(
                                rejected.error().code(),
                                rejected.error().type(),
                                rejected.error().message())
                        .anyMatch(said -> said != null && unknownModelNames.contains(folded(said)));
    }

    private static String folded(String said) {
        return said.strip().toLowerCase(Locale.ROOT);
    }
}
