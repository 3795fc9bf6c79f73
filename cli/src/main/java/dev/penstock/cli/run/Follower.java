package dev.penstock.cli.run;

import dev.penstock.cli.run.progress.Display;
import dev.penstock.cli.run.progress.Pace;
import dev.penstock.cli.run.progress.Tally;
import dev.penstock.store.StoreException;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;

/** What goes on beside the work: the display, and a look at what others decided. */
final class Follower {

    private static final Duration LOOK = Duration.ofMillis(500);

    private final Signal closed = new Signal();
    private final Thread display;
    private final Thread pickup;

    private Follower(Tally tally, Window window, long total, Display shown, Pickup taken, Time time) {
        Pace pace = new Pace(time.ticker(), 0);
        this.display = Thread.ofVirtual()
                .name("penstock-display")
                .unstarted(() -> every(
                        time, shown.interval(), () -> shown.show(pace.moment(tally.figures(), total, window.size()))));
        this.pickup = Thread.ofVirtual()
                .name("penstock-pickup")
                .unstarted(() -> every(time, LOOK, () -> {
                    try {
                        taken.look();
                    } catch (StoreException e) {
                        // The work itself says so when it cannot go on.
                    }
                }));
    }

    static Follower start(Tally tally, Window window, long total, Display shown, Pickup taken, Time time) {
        Follower follower = new Follower(tally, window, total, shown, taken, time);
        follower.display.start();
        follower.pickup.start();
        return follower;
    }

    private void every(Time time, Duration interval, Runnable look) {
        try {
            while (!time.sleeper().await(closed, interval.toNanos())) {
                look.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void stop() throws InterruptedException {
        closed.set();
        display.join();
        pickup.join();
    }
}
