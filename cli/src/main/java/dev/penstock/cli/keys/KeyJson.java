package dev.penstock.cli.keys;

import dev.penstock.store.ApiKey;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** What is kept of a key, for a program. */
final class KeyJson {

    private KeyJson() {}

    static void fields(JsonGenerator json, ApiKey key) {
        json.writeStringProperty("id", key.id());
        json.writeStringProperty("tenant", key.tenant().id());
        json.writeStringProperty("name", key.name());
        json.writeStringProperty("max_priority", word(key.ceilings().priority()));
        json.writeStringProperty("max_replay", word(key.ceilings().replay()));
        json.writeNumberProperty("max_deadline_ms", key.ceilings().deadline().toMillis());
        json.writeNumberProperty("created_at", key.createdAt());
        if (key.revokedAt().isPresent()) {
            json.writeNumberProperty("revoked_at", key.revokedAt().getAsLong());
        } else {
            json.writeNullProperty("revoked_at");
        }
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
