package dev.penstock.gateway.server;

import java.util.concurrent.atomic.AtomicLong;

/** What all bodies that are being received may hold together. Thread-safe. */
final class BodyRoom {

    private final AtomicLong free;

    BodyRoom(long bytes) {
        this.free = new AtomicLong(bytes);
    }

    /** Takes so many bytes, if they are free. */
    boolean take(long bytes) {
        while (true) {
            long present = free.get();
            if (bytes > present) {
                return false;
            }
            if (free.compareAndSet(present, present - bytes)) {
                return true;
            }
        }
    }

    void give(long bytes) {
        free.addAndGet(bytes);
    }
}
