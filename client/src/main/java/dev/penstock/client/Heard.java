package dev.penstock.client;

import dev.penstock.store.Hints;
import org.jspecify.annotations.Nullable;

/**
 * Has looked at once what a hint is about. Both look from time to time without one.
 *
 * @param watch looks at what runs or is waited for here
 * @param background takes up work; null where nobody does
 */
record Heard(LedgerWatch watch, @Nullable BackgroundWork background) implements Hints.Listener {

    @Override
    public void moved() {
        watch.wake();
    }

    @Override
    public void work() {
        if (background != null) {
            background.wake();
        }
    }
}
