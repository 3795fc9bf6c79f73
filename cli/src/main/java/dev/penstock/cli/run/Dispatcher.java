package dev.penstock.cli.run;

import dev.penstock.cli.run.progress.LineEnd;
import dev.penstock.client.ChatCall;
import dev.penstock.client.PendingCall;
import dev.penstock.client.Penstock;
import dev.penstock.client.Result;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.time.Time;
import java.util.function.BiConsumer;

/**
 * Starts lines and hears how they end. Whoever hands a line over has entered it into the window before; here it leaves
 * it. Thread-safe.
 */
final class Dispatcher {

    private final Penstock penstock;
    private final Window window;
    private final Probe probe;
    private final Stopping stopping;
    private final Time time;

    Dispatcher(Penstock penstock, Window window, Probe probe, Stopping stopping, Time time) {
        this.penstock = penstock;
        this.window = window;
        this.probe = probe;
        this.stopping = stopping;
        this.time = time;
    }

    /** Starts a line and returns at once. */
    void start(IdempotencyKey key, ChatCall call, BiConsumer<LineEnd, Result> ended) {
        PendingCall pending = penstock.start(call);
        Thread.ofVirtual().name("penstock-line").start(() -> {
            try {
                Result result = last(pending, call);
                probe.judge(key, result).ifPresent(stopping::stop);
                if (result instanceof Result.StoreUnavailable store) {
                    stopping.stop(new StopCause.Broken(
                            "the store cannot be written: " + store.message() + "; nothing more is sent"));
                }
                ended.accept(LineEnds.of(result), result);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                stopping.stop(new StopCause.Broken("internal error ("
                        + e.getClass().getName() + ") in the work on a line; what was recorded is safe"));
                ended.accept(LineEnd.PUT_BACK, new Result.Parked(null, null));
            } finally {
                window.leave(key, call.body().size());
            }
        });
    }

    /** Its result; where admission refused it, after coming back as often as it takes. */
    private Result last(PendingCall first, ChatCall call) throws InterruptedException {
        PendingCall pending = first;
        while (true) {
            Result result;
            try (PendingCall closing = pending) {
                result = closing.await();
            }
            if (!(result instanceof Result.NotAdmitted refused)
                    || time.sleeper()
                            .await(stopping.signal(), refused.retryAfter().toNanos())) {
                return result;
            }
            pending = penstock.start(call);
        }
    }
}
