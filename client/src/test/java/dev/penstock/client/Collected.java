package dev.penstock.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.store.Bytes;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A live reader that keeps what it gets, and leaves when it was told to. */
final class Collected implements LiveOutput {

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final int leavesAfter;
    private volatile @Nullable OperationInfo begun;
    private volatile @Nullable OperationInfo ended;
    private volatile int eventsAtEnd = -1;

    Collected() {
        this(Integer.MAX_VALUE);
    }

    /** One that is gone once it has so many events. */
    Collected(int leavesAfter) {
        this.leavesAfter = leavesAfter;
    }

    @Override
    public boolean event(Bytes event) {
        events.add(new String(event.unsafeArray(), UTF_8));
        return events.size() < leavesAfter;
    }

    @Override
    public void begin(OperationInfo operation) {
        begun = operation;
    }

    @Override
    public void end(OperationInfo operation) {
        ended = operation;
        eventsAtEnd = events.size();
    }

    List<String> events() {
        return List.copyOf(events);
    }

    String stream() {
        return String.join("", events);
    }

    /** What it was told before the first event. */
    @Nullable
    OperationInfo begun() {
        return begun;
    }

    /** What it was told once the outcome was committed. */
    @Nullable
    OperationInfo ended() {
        return ended;
    }

    /** How many events had come by then. */
    int eventsAtEnd() {
        return eventsAtEnd;
    }
}
