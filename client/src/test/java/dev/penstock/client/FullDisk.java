package dev.penstock.client;

import dev.penstock.store.Ledger;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Stands in front of a real ledger and takes no outcome of an attempt until it is mended. */
final class FullDisk {

    private volatile boolean full = true;

    void mend() {
        full = false;
    }

    Ledger inFrontOf(Ledger ledger) {
        OperationStore store = wrap(OperationStore.class, ledger.operations(), (method, arguments) -> {
            if (full && method.equals("write") && arguments[0] instanceof OperationWrite.Settle) {
                throw new StoreException(StoreException.Kind.FULL, "no space is left", null);
            }
            return null;
        });
        return wrap(Ledger.class, ledger, (method, arguments) -> method.equals("operations") ? store : null);
    }

    private static <T> T wrap(Class<T> type, T real, Instead instead) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object answer = instead.call(method.getName(), arguments == null ? new Object[0] : arguments);
            if (answer != null) {
                return answer;
            }
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** What is done instead of the real thing; null to let that do it. */
    @FunctionalInterface
    private interface Instead {
        @org.jspecify.annotations.Nullable
        Object call(String method, Object[] arguments);
    }
}
