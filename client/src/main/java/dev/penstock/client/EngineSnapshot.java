package dev.penstock.client;

import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSnapshot;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.breaker.CircuitBreaker;
import dev.penstock.policy.retry.RetryBudget;
import java.util.List;
import java.util.Map;

/**
 * What an engine looks like at one moment, for metrics and people. Immutable; its parts are read one after the other, so
 * that they may differ by what happened meanwhile.
 *
 * @param retained operations queued, active or sleeping
 * @param retainedBytes what their requests hold
 * @param joiners callers who wait for an operation of somebody else
 * @param permits active and waiting attempts, by account and model
 * @param circuits the circuit breakers that have been asked for
 * @param budgets what is left for retries: the process's, or each account's part
 * @param pauses what credential, balance or quota stopped
 */
public record EngineSnapshot(
        int retained,
        long retainedBytes,
        int joiners,
        Map<LimiterKey, LimiterSnapshot> permits,
        List<Circuit> circuits,
        List<Budget> budgets,
        List<Pause> pauses) {

    /** Copies the collections. */
    public EngineSnapshot {
        permits = Map.copyOf(permits);
        circuits = List.copyOf(circuits);
        budgets = List.copyOf(budgets);
        pauses = List.copyOf(pauses);
    }

    /**
     * The circuit of a model at one address.
     *
     * @param provider the provider's name
     * @param model the model's name there
     * @param status open, half open or closed
     */
    public record Circuit(String provider, String model, CircuitBreaker.Status status) {}

    /**
     * A budget of retries.
     *
     * @param name its name, which ends with its scope: "deepseek/main/account"
     * @param tokens how many retries this process may launch at once
     */
    public record Budget(String name, int tokens) {

        static Budget of(RetryBudget budget) {
            return new Budget(budget.name(), budget.available());
        }
    }

    /**
     * A stop.
     *
     * @param scope what is stopped, as {@code penstock ops resume} names it
     * @param what what has to be repaired
     */
    public record Pause(String scope, Verdict.Stop.What what) {}
}
