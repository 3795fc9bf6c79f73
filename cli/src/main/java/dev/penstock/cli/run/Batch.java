package dev.penstock.cli.run;

import dev.penstock.cli.explain.BatchKeys;
import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.ResultCheck;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.Tenant;
import java.util.Set;

/**
 * The batch that a run works on.
 *
 * @param name its name: by default the input's real path
 * @param settings how its lines are run
 */
record Batch(String name, CallSettings settings) {

    Tenant tenant() {
        return settings.tenant();
    }

    IdempotencyKey key(String customId) {
        return BatchKeys.key(name, customId);
    }

    String customId(IdempotencyKey key) {
        return BatchKeys.customId(name, key);
    }

    ChatCall call(IdempotencyKey key, Bytes body) {
        return new ChatCall(body, key, settings, ResultCheck.none());
    }

    /** Everything of the batch, newest generations only. */
    OperationFilter all() {
        return in(Set.of());
    }

    /** What of the batch is in some states. */
    OperationFilter in(Set<OperationState> states) {
        return new OperationFilter(states, null, name, null, false);
    }
}
