package dev.penstock.cli.run.progress;

import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Surroundings;
import java.time.Duration;

/** One JSON object each second, for a program that reads standard output. */
final class JsonDisplay implements Display {

    private final Surroundings around;

    JsonDisplay(Surroundings around) {
        this.around = around;
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void show(Moment moment) {
        around.out().println(JsonLine.of(json -> {
            json.writeStringProperty("event", "progress");
            json.writeNumberProperty("total", moment.total());
            json.writeNumberProperty("in_flight", moment.inFlight());
            json.writeNumberProperty("per_second", Math.round(moment.perSecond() * 100) / 100.0);
            if (moment.left() != null) {
                json.writeNumberProperty("seconds_left", moment.left().toSeconds());
            }
            json.writeNumberProperty("seconds", moment.elapsed().toMillis() / 1000.0);
            FiguresJson.write(json, moment.figures());
        }));
    }

    @Override
    public void say(String line) {
        around.out().println(JsonLine.of(json -> {
            json.writeStringProperty("event", "notice");
            json.writeStringProperty("message", line);
        }));
    }

    @Override
    public void close() {
        around.out().flush();
    }
}
