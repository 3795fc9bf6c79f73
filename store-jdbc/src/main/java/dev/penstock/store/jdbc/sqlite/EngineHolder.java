package dev.penstock.store.jdbc.sqlite;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a store, as its lock file says.
 *
 * @param pid its process
 * @param since when it opened the store
 * @param adminAddress where it can be asked; "" for nowhere
 */
record EngineHolder(long pid, Instant since, String adminAddress) {

    String text() {
        return "pid=" + pid + "\nsince=" + since + "\nadmin=" + adminAddress + "\n";
    }

    /** Reads a lock file, null if it does not say: its holder may be just about to write it. */
    static @Nullable EngineHolder parse(String text) {
        Map<String, String> lines = new HashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                lines.put(line.substring(0, equals), line.substring(equals + 1));
            }
        });
        try {
            return new EngineHolder(
                    Long.parseLong(lines.getOrDefault("pid", "")),
                    Instant.parse(lines.getOrDefault("since", "")),
                    lines.getOrDefault("admin", ""));
        } catch (NumberFormatException | DateTimeException e) {
            return null;
        }
    }

    String describe() {
        String where = adminAddress.isEmpty() ? "" : ", reachable at " + adminAddress;
        return "process " + pid + " since " + since + where;
    }
}
