package dev.penstock.store;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** What calls without a key used, a row for each minute and route (design 12). Thread-safe; every method blocks. */
public interface SpendRows {

    /**
     * Says what one process knows of some minutes by now. It replaces what the same process said of them before, so that a
     * write whose commit is uncertain can be repeated.
     *
     * @param source which start of which process
     * @param spends its own sums
     * @throws StoreException if they could not be recorded
     */
    void put(WorkerId source, Collection<Spend> spends);

    /**
     * What all processes together used lately.
     *
     * @param tenant whose calls
     * @param last how far back, from the store's now
     * @return a sum for each minute, route and model, the oldest first
     */
    List<Spend> list(Tenant tenant, Duration last);
}
