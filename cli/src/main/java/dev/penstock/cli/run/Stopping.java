package dev.penstock.cli.run;

import dev.penstock.time.Signal;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Whether the run is to stop, and why: the first cause counts. Thread-safe. */
final class Stopping {

    private final AtomicReference<@Nullable StopCause> cause = new AtomicReference<>();
    private final Signal signal = new Signal();
    private final Consumer<StopCause> first;

    /** Tells the given listener of the first cause. */
    Stopping(Consumer<StopCause> first) {
        this.first = first;
    }

    void stop(StopCause why) {
        if (cause.compareAndSet(null, why)) {
            first.accept(why);
            signal.set();
        }
    }

    boolean isStopped() {
        return cause.get() != null;
    }

    @Nullable
    StopCause cause() {
        return cause.get();
    }

    Signal signal() {
        return signal;
    }
}
