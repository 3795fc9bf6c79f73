package dev.penstock.policy.admission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A pool that looks before it leaps: what should be one CAS is a look and then a write. */
final class CarelessPool implements RacePool {

    private final Carelessness carelessness;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Place> queue = new ArrayDeque<>();
    private int active;

    CarelessPool(Carelessness carelessness) {
        this.carelessness = carelessness;
    }

    @Override
    public @Nullable BooleanSupplier acquire(Consumer<BooleanSupplier> onQueued) {
        Place place = new Place();
        lock.lock();
        try {
            if (active == 0 && queue.isEmpty()) {
                active++;
                return new Out();
            }
            queue.add(place);
        } finally {
            lock.unlock();
        }
        onQueued.accept(() -> decide(place, Decision.GONE));
        decide(place, Decision.GONE);
        return place.decision == Decision.GRANTED ? new Out() : null;
    }

    @Override
    public int active() {
        lock.lock();
        try {
            return active;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int waiting() {
        return (int) queue.stream()
                .filter(place -> place.decision == Decision.WAITING)
                .count();
    }

    private boolean decide(Place place, Decision decision) {
        if (carelessness == Carelessness.DECIDES_BY_A_LOOK) {
            if (place.decision != Decision.WAITING) {
                return false;
            }
            place.decision = decision;
            return true;
        }
        return place.decideOnce(decision);
    }

    private void giveBack() {
        lock.lock();
        try {
            active--;
            Place next = queue.poll();
            while (next != null && active == 0) {
                if (decide(next, Decision.GRANTED)) {
                    active++;
                }
                next = active == 0 ? queue.poll() : null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Where it looks before it leaps. */
    enum Carelessness {
        DECIDES_BY_A_LOOK,
        RELEASES_BY_A_LOOK
    }

    private enum Decision {
        WAITING,
        GRANTED,
        GONE
    }

    private static final class Place {
        private final ReentrantLock once = new ReentrantLock();
        private volatile Decision decision = Decision.WAITING;

        boolean decideOnce(Decision made) {
            once.lock();
            try {
                if (decision != Decision.WAITING) {
                    return false;
                }
                decision = made;
                return true;
            } finally {
                once.unlock();
            }
        }
    }

    private final class Out implements BooleanSupplier {
        private final ReentrantLock once = new ReentrantLock();
        private volatile boolean returned;

        @Override
        public boolean getAsBoolean() {
            boolean mine = carelessness == Carelessness.RELEASES_BY_A_LOOK ? look() : lookOnce();
            if (mine) {
                giveBack();
            }
            return mine;
        }

        private boolean look() {
            if (returned) {
                return false;
            }
            returned = true;
            return true;
        }

        private boolean lookOnce() {
            once.lock();
            try {
                return look();
            } finally {
                once.unlock();
            }
        }
    }
}
