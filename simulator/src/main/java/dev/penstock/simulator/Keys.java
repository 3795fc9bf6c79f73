package dev.penstock.simulator;

import java.util.Map;
import java.util.Optional;

/**
 * The API keys that are accepted, and whose they are. The keys appear in no text form.
 */
public final class Keys {

    /** The account of everybody where no keys are asked for. */
    public static final String DEFAULT_ACCOUNT = "default";

    /** No keys are asked for: any is accepted, and none. */
    public static final Keys NONE = new Keys(Map.of());

    private final Map<String, String> accounts;

    private Keys(Map<String, String> accounts) {
        this.accounts = accounts;
    }

    /**
     * Accepts one key.
     *
     * @param key the key
     * @return the keys
     */
    public static Keys of(String key) {
        return new Keys(Map.of(key, DEFAULT_ACCOUNT));
    }

    /**
     * Accepts some keys. Keys of one account share its limits.
     *
     * @param accounts the account of each key; empty to ask for none
     * @return the keys
     */
    public static Keys of(Map<String, String> accounts) {
        return new Keys(Map.copyOf(accounts));
    }

    /** The account of a request by its {@code Authorization}, empty if it is not accepted. */
    Optional<String> account(Optional<String> authorization) {
        if (accounts.isEmpty()) {
            return Optional.of(DEFAULT_ACCOUNT);
        }
        return authorization
                .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
                .map(value -> value.substring(7).strip())
                .map(accounts::get);
    }

    @Override
    public String toString() {
        return "Keys[" + accounts.size() + "]";
    }
}
