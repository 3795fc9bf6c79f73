package dev.penstock.gateway.operations;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationFilter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which operations a listing shows, as its query says. */
record Query(OperationFilter filter, @Nullable String cursor, int limit) {

    static final int USUAL = 50;
    static final int MOST = 1_000;

    private static final Set<String> NAMES =
            Set.of("state", "reason", "batch", "key_prefix", "all_generations", "cursor", "limit");

    static Query parse(String query) throws Refused {
        Map<String, String> given = split(query);
        String limit = given.getOrDefault("limit", String.valueOf(USUAL));
        if (!limit.matches("[0-9]{1,4}") || Integer.parseInt(limit) < 1 || Integer.parseInt(limit) > MOST) {
            throw Refused.invalid("limit is 1 to " + MOST);
        }
        OperationFilter filter = new OperationFilter(
                states(given.getOrDefault("state", "")),
                given.containsKey("reason") ? constant(EndReason.class, "reason", given.get("reason")) : null,
                given.get("batch"),
                given.get("key_prefix"),
                given.getOrDefault("all_generations", "false").equals("true"));
        return new Query(filter, given.get("cursor"), Integer.parseInt(limit));
    }

    private static Set<OperationState> states(String list) throws Refused {
        EnumSet<OperationState> states = EnumSet.noneOf(OperationState.class);
        for (String word : list.split(",", -1)) {
            if (!list.isEmpty()) {
                states.add(constant(OperationState.class, "state", word));
            }
        }
        return states;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name, @Nullable String word) throws Refused {
        try {
            return Enum.valueOf(type, String.valueOf(word).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Refused.invalid(name + " is none that there is");
        }
    }

    private static Map<String, String> split(String query) throws Refused {
        Map<String, String> given = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (!NAMES.contains(name) || given.put(name, decoded(pair.substring(equals + 1))) != null) {
                throw Refused.invalid("the query takes each of state, reason, batch, key_prefix, all_generations,"
                        + " cursor and limit once, and nothing else");
            }
        }
        return given;
    }

    private static String decoded(String text) throws Refused {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refused.invalid("the query is not percent-encoded");
        }
    }
}
