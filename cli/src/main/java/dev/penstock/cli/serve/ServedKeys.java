package dev.penstock.cli.serve;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.Ledger;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one start: from the environment, or made here and shown once.
 *
 * @param client what clients may show beside the store's keys; null where the store has keys and nobody gave one
 * @param admin what operators show
 * @param announcement what has to be printed, "" if nothing was made
 */
record ServedKeys(@Nullable ApiKeySecret client, ApiKeySecret admin, String announcement) {

    static final String CLIENT_VARIABLE = "PENSTOCK_CLIENT_KEY";
    static final String ADMIN_VARIABLE = "PENSTOCK_ADMIN_KEY";

    /** A word that can be guessed is no key. */
    private static final int SHORTEST = 16;

    static ServedKeys find(Surroundings around, @Nullable Ledger ledger) {
        StringBuilder made = new StringBuilder();
        ApiKeySecret client = given(around, CLIENT_VARIABLE);
        if (client == null && (ledger == null || ledger.apiKeys().good().isEmpty())) {
            client = ApiKeySecret.create(around.random());
            made.append("client key ").append(client.reveal()).append(System.lineSeparator());
        }
        ApiKeySecret admin = given(around, ADMIN_VARIABLE);
        if (admin == null) {
            admin = ApiKeySecret.create(around.random());
            made.append("admin key  ").append(admin.reveal()).append(System.lineSeparator());
        }
        return new ServedKeys(client, admin, made.toString());
    }

    private static @Nullable ApiKeySecret given(Surroundings around, String variable) {
        String text = around.variable(variable);
        if (text == null) {
            return null;
        }
        if (text.length() < SHORTEST || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new Refusal("the key in " + variable + " is at least " + SHORTEST
                    + " visible characters without a space; leave it unset to have one made");
        }
        return ApiKeySecret.of(text);
    }

    @Override
    public String toString() {
        return "ServedKeys[hidden]";
    }
}
