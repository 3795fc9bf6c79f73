package dev.penstock.cli.ops;

import dev.penstock.cli.explain.BatchKeys;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Page;
import dev.penstock.store.Tenant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operations that a person means.
 *
 * @param ledger where they are
 * @param tenant whose they are
 */
record Subjects(Ledger ledger, Tenant tenant) {

    private static final int PAGE = 500;

    /** The newest generation of the operation that is called so. */
    OperationRecord newest(String name, @Nullable String batch) {
        if (name.startsWith("op_")) {
            List<OperationRecord> generations = ledger.operations().generations(tenant, id(name));
            if (generations.isEmpty()) {
                throw new Refusal("there is no operation " + name + " of the tenant " + tenant.id()
                        + " in this store; 'penstock ops list' shows all");
            }
            return generations.getLast();
        }
        IdempotencyKey key = batch == null ? new IdempotencyKey(name) : BatchKeys.key(batch, name);
        return ledger.operations()
                .find(tenant, key)
                .orElseThrow(() -> new Refusal(
                        "there is no operation with the key '" + key.value() + "' of the tenant " + tenant.id()
                                + " in this store; name its id (op_…), its whole key, or its custom_id with --batch"));
    }

    /** Every operation that a filter lets pass, page by page. */
    void pages(OperationFilter filter, Consumer<List<OperationRecord>> each) {
        String cursor = null;
        do {
            Page page = ledger.operations().list(tenant, filter, cursor, PAGE);
            each.accept(page.records());
            cursor = page.next();
        } while (cursor != null);
    }

    private static OperationId id(String name) {
        try {
            return OperationId.parse(name);
        } catch (IllegalArgumentException e) {
            throw new Refusal("'" + name + "' is not an operation id; " + e.getMessage());
        }
    }
}
