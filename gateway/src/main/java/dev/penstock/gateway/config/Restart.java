package dev.penstock.gateway.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** Tells which settings of a file that was read again are not taken without a restart. */
public final class Restart {

    /** What is taken: these settings, and everything under them. */
    private static final Set<String> TAKEN = Set.of(
            "calls", "tenants", "routes", "default_route", "providers", "models", "limits.max_active", "retention");

    private Restart() {}

    /**
     * What has changed and is not taken.
     *
     * @param began what the gateway was started with
     * @param fresh what it is told now
     * @return the settings' names as the file has them: "limits.max_retained"; empty if everything is taken
     */
    public static List<String> neededBy(GatewayConfig began, GatewayConfig fresh) {
        List<String> names = new ArrayList<>();
        compare("", began, fresh, names);
        return List.copyOf(names);
    }

    private static void compare(String prefix, Record began, Record fresh, List<String> names) {
        for (RecordComponent component : began.getClass().getRecordComponents()) {
            String name = prefix
                    + component.getName().replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
            Object before = value(component, began);
            Object now = value(component, fresh);
            if (TAKEN.contains(name) || Objects.equals(before, now)) {
                continue;
            }
            if (before instanceof Record some && now instanceof Record other && !(now instanceof Span)) {
                compare(name + ".", some, other, names);
            } else {
                names.add(name);
            }
        }
    }

    private static Object value(RecordComponent component, Record of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the accessors of a configuration are public", e);
        }
    }
}
