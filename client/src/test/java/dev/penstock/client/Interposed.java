package dev.penstock.client;

import dev.penstock.store.Ledger;
import dev.penstock.store.OperationStore;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.Workers;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stands between an engine and a real ledger's operations, and sees or changes what is asked of them. */
final class Interposed {

    private Interposed() {}

    /** What is done instead of the real thing; null to let that do it. */
    @FunctionalInterface
    interface Instead {
        @Nullable
        Object call(String method, Object[] arguments);
    }

    static Ledger inFrontOf(Ledger ledger, Instead instead) {
        OperationStore store = wrap(OperationStore.class, ledger.operations(), instead);
        return wrap(Ledger.class, ledger, (method, arguments) -> method.equals("operations") ? store : null);
    }

    /** The same in front of its workers. */
    static Ledger inFrontOfWorkers(Ledger ledger, Instead instead) {
        Workers workers = wrap(Workers.class, ledger.workers(), instead);
        return wrap(Ledger.class, ledger, (method, arguments) -> method.equals("workers") ? workers : null);
    }

    /** One that several processes share, with other blocks of permits. */
    static Ledger shared(Ledger ledger, PermitBlocks blocks) {
        return wrap(Ledger.class, ledger, (method, arguments) -> switch (method) {
            case "isShared" -> true;
            case "permitBlocks" -> blocks;
            default -> null;
        });
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
}
