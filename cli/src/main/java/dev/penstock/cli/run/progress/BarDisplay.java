package dev.penstock.cli.run.progress;

import dev.penstock.cli.terminal.Printable;
import dev.penstock.cli.terminal.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A bar that is drawn over itself, for a person at a terminal. */
final class BarDisplay implements Display {

    private static final int LONGEST_BAR = 24;
    private static final int SHORTEST_BAR = 8;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Surroundings around;
    private final ProgressBar bar;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable Moment now;

    BarDisplay(Surroundings around, long total) {
        this.around = around;
        this.bar = new ProgressBarBuilder()
                .setInitialMax(total)
                .setUpdateIntervalMillis(250)
                .setConsumer(new ConsoleProgressBarConsumer(around.err()))
                .setRenderer((state, width) -> render(width))
                .build();
    }

    @Override
    public Duration interval() {
        return Duration.ofMillis(250);
    }

    @Override
    public void show(Moment moment) {
        now = moment;
        bar.stepTo(moment.figures().done());
    }

    @Override
    public void say(String line) {
        around.err().print(CLEAR_LINE + "penstock: " + Printable.of(line) + System.lineSeparator());
        around.err().flush();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            bar.close();
        }
    }

    private String render(int width) {
        Moment moment = now;
        if (moment == null) {
            return "";
        }
        double share = moment.total() == 0 ? 1 : (double) moment.figures().done() / moment.total();
        List<String> parts = ProgressText.parts(moment);
        String text = String.format(Locale.ROOT, " %3.0f%%  %s", share * 100, String.join("  ", parts));
        int room = Math.clamp(width - text.length() - 3L, SHORTEST_BAR, LONGEST_BAR);
        String line = drawn(share, room) + text;
        return line.length() <= width
                ? line + " ".repeat(width - line.length())
                : line.substring(0, Math.max(0, width));
    }

    private static String drawn(double share, int width) {
        int full = (int) Math.round(Math.min(1, share) * width);
        return "█".repeat(full) + "░".repeat(width - full);
    }
}
