package dev.penstock.gateway.log;

import dev.penstock.store.Maintenance.Pruned;
import dev.penstock.time.Time;
import java.util.function.Consumer;

/** One line for every round of retention that removed something, of counts alone. Thread-safe. */
public final class RetentionLog implements Consumer<Pruned> {

    private final LogWriter writer;
    private final Time time;

    /**
     * A log.
     *
     * @param writer where lines go
     * @param time its wall clock stands on each line
     */
    public RetentionLog(LogWriter writer, Time time) {
        this.writer = writer;
        this.time = time;
    }

    @Override
    public void accept(Pruned removed) {
        writer.line("{\"time\":\"" + time.wall().instant() + "\",\"level\":\"info\",\"event\":\"retention\",\"bodies\":"
                + removed.bodies() + ",\"records\":" + removed.rows() + "}");
    }
}
