package dev.penstock.provider.profile;

import java.util.OptionalInt;
import java.util.Set;

/**
 * A model as a provider documents it.
 *
 * @param id the id that limits and prices are kept under
 * @param aliases other names that the provider itself accepts for it, and that go out as the caller wrote them; never
 *     merely similar names
 * @param concurrency the documented limit of simultaneous requests per account, empty if none is documented
 */
public record ProviderModel(String id, Set<String> aliases, OptionalInt concurrency) {

    /** Copies the set and checks the limit. */
    public ProviderModel {
        aliases = Set.copyOf(aliases);
        if (concurrency.isPresent() && concurrency.getAsInt() < 1) {
            throw new IllegalArgumentException("the concurrency of " + id + " must be above 0");
        }
    }
}
