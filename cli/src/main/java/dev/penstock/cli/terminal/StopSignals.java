package dev.penstock.cli.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Ctrl-C, a terminal that closes and a plain {@code kill}, counted, in place of the process's sudden end. The JDK has no
 * other way to hear of a second Ctrl-C than the module {@code jdk.unsupported}; it is reached by name, so that a runtime
 * without it merely ends at once.
 */
public final class StopSignals {

    private static final String HANG_UP = "HUP";
    private static final List<String> STOPS = List.of("INT", "TERM");

    private StopSignals() {}

    /**
     * Hears the signals from now on.
     *
     * @param each called on a thread of the JDK's for every signal, with 1 for the first, 2 for the second, …
     */
    public static void hear(IntConsumer each) {
        List<String> all = new ArrayList<>(STOPS);
        all.add(HANG_UP);
        hear(all, each);
    }

    /**
     * Hears the signals from now on, and takes a hang-up for what it means to a server: read your files again.
     *
     * @param each called for every Ctrl-C and {@code kill}, with 1 for the first, 2 for the second, …
     * @param hangUp called for every hang-up
     */
    public static void hear(IntConsumer each, Runnable hangUp) {
        hear(STOPS, each);
        hear(List.of(HANG_UP), count -> hangUp.run());
    }

    private static void hear(List<String> names, IntConsumer each) {
        AtomicInteger count = new AtomicInteger();
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "handle" -> {
                each.accept(count.incrementAndGet());
                yield null;
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default -> "StopSignals";
        };
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object listener =
                    Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, handler);
            Method register = signalType.getMethod("handle", signalType, handlerType);
            for (String name : names) {
                register(signalType, register, name, listener);
            }
        } catch (ReflectiveOperationException e) {
            // Without it the process ends at once, which every guarantee allows.
        }
    }

    private static void register(Class<?> signalType, Method register, String name, Object listener) {
        try {
            register.invoke(null, signalType.getConstructor(String.class).newInstance(name), listener);
        } catch (ReflectiveOperationException e) {
            // This system has no such signal, or somebody else holds it.
        }
    }
}
