package dev.penstock.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing.
 *
 * @param records what it shows, in the order of their ids
 * @param next where the next page begins; null after the last
 */
public record Page(List<OperationRecord> records, @Nullable String next) {

    /** Copies the list. */
    public Page {
        records = List.copyOf(records);
    }
}
