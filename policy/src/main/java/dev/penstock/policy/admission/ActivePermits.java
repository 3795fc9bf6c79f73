package dev.penstock.policy.admission;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The permits that are out and not aborted, so that one whose owner never came back can be found (B071). Adding and
 * removing take constant time and no memory of their own. Not thread-safe.
 */
final class ActivePermits {

    private @Nullable Permit[] slots = new Permit[8];
    private int size;

    void add(Permit permit) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
        }
        permit.slot(size);
        slots[size++] = permit;
    }

    /** Takes one out; the last one moves into its slot. */
    void remove(Permit permit) {
        int hole = permit.slot();
        Permit last = slots[--size];
        slots[hole] = last;
        slots[size] = null;
        if (last != null) {
            last.slot(hole);
        }
    }

    /** Visits every one; the visitor may remove the one it is given. */
    void forEach(Consumer<Permit> visitor) {
        for (int i = size - 1; i >= 0; i--) {
            Permit permit = slots[i];
            if (permit != null) {
                visitor.accept(permit);
            }
        }
    }

    int size() {
        return size;
    }
}
