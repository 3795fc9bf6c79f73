package dev.penstock.client;

import dev.penstock.policy.admission.PacerSettings;
import dev.penstock.policy.admission.PopulationSettings;
import dev.penstock.policy.breaker.BreakerSettings;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.policy.retry.RetrySettings;
import java.time.Duration;

/**
 * The limits of one process (design 5 and 6).
 *
 * @param population how many operations are retained
 * @param maxActive active attempts per account and model at most; the provider's documented limit holds beside it
 * @param adaptive whether the limit goes down when the provider says that it is too much (R-ADMIT-6)
 * @param pacing requests and tokens per minute, where they are paced
 * @param budget how many retries are shared by all
 * @param breaker when the circuit of a model opens
 * @param attached backoff and caps of calls that somebody waits for; a call's own settings give deadline and attempts
 * @param background the same for work that goes on alone
 */
public record PolicySettings(
        PopulationSettings population,
        int maxActive,
        boolean adaptive,
        PacerSettings pacing,
        RetryBudgetSettings budget,
        BreakerSettings breaker,
        RetrySettings attached,
        RetrySettings background) {

    /** Checks the number. */
    public PolicySettings {
        if (maxActive < 1) {
            throw new IllegalArgumentException("max active must be at least 1, was " + maxActive);
        }
    }

    /**
     * The defaults of design 5 and 6, with 64 active attempts.
     *
     * @return the defaults
     */
    public static PolicySettings defaults() {
        return new PolicySettings(
                PopulationSettings.defaults(),
                64,
                true,
                PacerSettings.NONE,
                RetryBudgetSettings.defaults(),
                BreakerSettings.defaults(),
                RetrySettings.forAttached(),
                RetrySettings.forBackground());
    }

    /**
     * The same with another number of active attempts.
     *
     * @param value active attempts per account and model at most
     * @return a copy
     */
    public PolicySettings withMaxActive(int value) {
        return new PolicySettings(population, value, adaptive, pacing, budget, breaker, attached, background);
    }

    /**
     * The same with another retry budget.
     *
     * @param value how many retries are shared
     * @return a copy
     */
    public PolicySettings withBudget(RetryBudgetSettings value) {
        return new PolicySettings(population, maxActive, adaptive, pacing, value, breaker, attached, background);
    }

    /**
     * The same with pacing.
     *
     * @param value requests and tokens per minute
     * @return a copy
     */
    public PolicySettings withPacing(PacerSettings value) {
        return new PolicySettings(population, maxActive, adaptive, value, budget, breaker, attached, background);
    }

    /**
     * The same for work that goes on alone.
     *
     * @param value its backoff and caps, and what a call has that is continued after its caller's deadline
     * @return a copy
     */
    public PolicySettings withBackground(RetrySettings value) {
        return new PolicySettings(population, maxActive, adaptive, pacing, budget, breaker, attached, value);
    }

    /**
     * The same with another attempt cap, of calls that somebody waits for and of work that goes on alone.
     *
     * @param value how long one attempt may take at most, if its answer is not streamed; where several processes share an
     *     account's permits, also how long those of a dead one are kept back (design 9)
     * @return a copy
     */
    public PolicySettings withAttemptCap(Duration value) {
        return new PolicySettings(
                population,
                maxActive,
                adaptive,
                pacing,
                budget,
                breaker,
                attached.withAttemptCap(value),
                background.withAttemptCap(value));
    }

    /**
     * The same with another population.
     *
     * @param value how many operations are retained
     * @return a copy
     */
    public PolicySettings withPopulation(PopulationSettings value) {
        return new PolicySettings(value, maxActive, adaptive, pacing, budget, breaker, attached, background);
    }
}
