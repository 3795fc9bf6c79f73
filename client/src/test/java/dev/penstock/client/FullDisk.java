package dev.penstock.client;

import dev.penstock.store.Ledger;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;

/** Stands in front of a real ledger and takes no outcome of an attempt until it is mended. */
final class FullDisk {

    private volatile boolean full = true;

    void mend() {
        full = false;
    }

    Ledger inFrontOf(Ledger ledger) {
        return Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (full && method.equals("write") && arguments[0] instanceof OperationWrite.Settle) {
                throw new StoreException(StoreException.Kind.FULL, "no space is left", null);
            }
            return null;
        });
    }
}
