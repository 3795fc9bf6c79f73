package dev.penstock.cli.explain;

import dev.penstock.store.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/** How a batch's lines are called in the ledger: the batch's name, a slash, and the line's custom id (design 13). */
public final class BatchKeys {

    private BatchKeys() {}

    /**
     * The key of a line.
     *
     * @param batch the batch's name
     * @param customId the line's name in its file
     * @return the key
     * @throws IllegalArgumentException if both together are too long
     */
    public static IdempotencyKey key(String batch, String customId) {
        return new IdempotencyKey(batch + "/" + customId);
    }

    /**
     * The line's name in its file.
     *
     * @param batch the batch's name, null for an operation of no batch
     * @param key the key
     * @return the custom id; the whole key for an operation of no batch
     */
    public static String customId(@Nullable String batch, IdempotencyKey key) {
        String value = key.value();
        return batch != null && value.startsWith(batch + "/") ? value.substring(batch.length() + 1) : value;
    }
}
