package dev.penstock.cli.provider;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.client.PolicySettings;
import dev.penstock.policy.admission.PacerSettings;
import dev.penstock.policy.admission.PopulationSettings;
import dev.penstock.policy.retry.BudgetScope;
import dev.penstock.policy.retry.RetryBudgetSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much is sent at once, and how fast. */
public final class LimitOptions {

    private static final int MOST = 10_000;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "32",
            description = "Requests on their way at once, for each model; the provider's own limit holds beside it."
                    + " Default: ${DEFAULT-VALUE}.")
    private int concurrency = 32;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Requests per minute at most, for each model; 0 for no such limit. Default: ${DEFAULT-VALUE}.")
    private long rate;

    @Option(
            names = "--token-rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Estimated tokens per minute at most, for each model; 0 for no such limit."
                    + " Default: ${DEFAULT-VALUE}.")
    private long tokenRate;

    @Option(
            names = "--retry-budget",
            paramLabel = "N",
            description = "Retries that may be made in one burst; every tenth original adds one. Default: 10.")
    private @Nullable Integer retryBudget;

    @Option(
            names = "--retry-budget-scope",
            paramLabel = "SCOPE",
            defaultValue = "process",
            description = "Over what the retry budget counts: process, or account: all processes of one database"
                    + " together, for each account. Default: ${DEFAULT-VALUE}.")
    private BudgetScope retryBudgetScope = BudgetScope.PROCESS;

    /** For picocli. */
    public LimitOptions() {}

    /**
     * Requests on their way at once.
     *
     * @return 1 to 10,000
     * @throws Refusal if it is out of range
     */
    public int concurrency() {
        if (concurrency < 1 || concurrency > MOST) {
            throw new Refusal("--concurrency is 1 to " + MOST + ", was " + concurrency);
        }
        return concurrency;
    }

    /**
     * How many lines are taken from the input before they are done.
     *
     * @return twice the concurrency (design 13)
     */
    public int window() {
        return 2 * concurrency();
    }

    /**
     * The limits for an engine that has to hold a whole window.
     *
     * @return the settings
     * @throws Refusal if a number is out of range
     */
    public PolicySettings policy() {
        try {
            PolicySettings defaults = PolicySettings.defaults();
            PopulationSettings population = defaults.population();
            return defaults.withMaxActive(concurrency())
                    .withPacing(new PacerSettings(rate, tokenRate))
                    .withBudget(budget(defaults.budget()))
                    .withPopulation(new PopulationSettings(
                            Math.max(population.operations(), 2 * window()), population.bytes(), population.joiners()));
        } catch (IllegalArgumentException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }

    private RetryBudgetSettings budget(RetryBudgetSettings base) {
        RetryBudgetSettings scoped = base.withScope(retryBudgetScope);
        return retryBudget == null ? scoped : scoped.withCapacity(retryBudget);
    }
}
