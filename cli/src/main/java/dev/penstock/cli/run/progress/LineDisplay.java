package dev.penstock.cli.run.progress;

import dev.penstock.cli.terminal.Surroundings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Plain lines for a log file or a pipe: one every five seconds, and none where nothing has changed. */
final class LineDisplay implements Display {

    private final Surroundings around;
    private volatile @Nullable String last;

    LineDisplay(Surroundings around) {
        this.around = around;
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(5);
    }

    @Override
    public void show(Moment moment) {
        String text = String.join(", ", ProgressText.parts(moment));
        if (!text.equals(last)) {
            last = text;
            around.say(text);
        }
    }

    @Override
    public void say(String line) {
        around.say(line);
    }

    @Override
    public void close() {
        // every line stands for itself
    }
}
