package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNullElse;

import dev.penstock.client.PolicySettings;
import dev.penstock.policy.admission.PacerSettings;
import dev.penstock.policy.admission.PopulationSettings;
import dev.penstock.policy.retry.BudgetScope;
import dev.penstock.policy.retry.RetryBudgetSettings;

/**
 * How much is retained and sent at once (design 6). Immutable.
 *
 * @param maxActive attempts on their way at once, for each account and model; 64 by default
 * @param maxRetained operations queued, active or sleeping; 1,000 by default
 * @param maxRetainedBytes what they hold; 256 MiB by default
 * @param maxJoiners callers who wait for an operation of somebody else; 10,000 by default
 * @param adaptive whether the limit goes down when the provider says that it is too much; true by default
 * @param requestsPerMinute for each account and model, 0 for no such limit, the default
 * @param tokensPerMinute estimated, for each account and model; 0 for no such limit, the default
 * @param retryBudget retries that may be made in one burst; 10 by default
 * @param retryBudgetScope over what that counts: this process, the default, or each account with all that share its store
 */
public record LimitsConfig(
        Integer maxActive,
        Integer maxRetained,
        Long maxRetainedBytes,
        Integer maxJoiners,
        Boolean adaptive,
        Long requestsPerMinute,
        Long tokensPerMinute,
        Integer retryBudget,
        BudgetScope retryBudgetScope) {

    /** Puts the defaults in, and checks the numbers. */
    public LimitsConfig {
        PolicySettings usual = PolicySettings.defaults();
        maxActive = requireNonNullElse(maxActive, usual.maxActive());
        maxRetained = requireNonNullElse(maxRetained, usual.population().operations());
        maxRetainedBytes =
                requireNonNullElse(maxRetainedBytes, usual.population().bytes());
        maxJoiners = requireNonNullElse(maxJoiners, usual.population().joiners());
        adaptive = requireNonNullElse(adaptive, usual.adaptive());
        requestsPerMinute = requireNonNullElse(requestsPerMinute, 0L);
        tokensPerMinute = requireNonNullElse(tokensPerMinute, 0L);
        retryBudget = requireNonNullElse(retryBudget, usual.budget().capacity());
        retryBudgetScope = requireNonNullElse(retryBudgetScope, usual.budget().scope());
        policy(
                maxActive,
                new PopulationSettings(maxRetained, maxRetainedBytes, maxJoiners),
                adaptive,
                new PacerSettings(requestsPerMinute, tokensPerMinute),
                usual.budget().withCapacity(retryBudget).withScope(retryBudgetScope));
    }

    /**
     * The defaults of design 6.
     *
     * @return 64 active, 1,000 retained
     */
    public static LimitsConfig defaults() {
        PolicySettings usual = PolicySettings.defaults();
        PopulationSettings population = usual.population();
        return new LimitsConfig(
                usual.maxActive(),
                population.operations(),
                population.bytes(),
                population.joiners(),
                usual.adaptive(),
                0L,
                0L,
                usual.budget().capacity(),
                usual.budget().scope());
    }

    /**
     * The same with another number of active attempts.
     *
     * @param value attempts on their way at once
     * @return a copy
     */
    public LimitsConfig withMaxActive(int value) {
        return new LimitsConfig(
                value,
                maxRetained,
                maxRetainedBytes,
                maxJoiners,
                adaptive,
                requestsPerMinute,
                tokensPerMinute,
                retryBudget,
                retryBudgetScope);
    }

    /**
     * The same with another population.
     *
     * @param value operations queued, active or sleeping
     * @return a copy
     */
    public LimitsConfig withMaxRetained(int value) {
        return new LimitsConfig(
                maxActive,
                value,
                maxRetainedBytes,
                maxJoiners,
                adaptive,
                requestsPerMinute,
                tokensPerMinute,
                retryBudget,
                retryBudgetScope);
    }

    /**
     * The same with another scope of the retry budget.
     *
     * @param value over what it counts
     * @return a copy
     */
    public LimitsConfig withRetryBudgetScope(BudgetScope value) {
        return new LimitsConfig(
                maxActive,
                maxRetained,
                maxRetainedBytes,
                maxJoiners,
                adaptive,
                requestsPerMinute,
                tokensPerMinute,
                retryBudget,
                value);
    }

    /**
     * What the engine takes.
     *
     * @return its limits
     */
    public PolicySettings policy() {
        return policy(
                maxActive,
                new PopulationSettings(maxRetained, maxRetainedBytes, maxJoiners),
                adaptive,
                new PacerSettings(requestsPerMinute, tokensPerMinute),
                PolicySettings.defaults().budget().withCapacity(retryBudget).withScope(retryBudgetScope));
    }

    private static PolicySettings policy(
            int active,
            PopulationSettings population,
            boolean adaptive,
            PacerSettings pacing,
            RetryBudgetSettings budget) {
        PolicySettings usual = PolicySettings.defaults();
        return new PolicySettings(
                population, active, adaptive, pacing, budget, usual.breaker(), usual.attached(), usual.background());
    }
}
