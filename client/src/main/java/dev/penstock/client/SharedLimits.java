package dev.penstock.client;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.EarliestRetry;
import dev.penstock.policy.admission.Limit;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSettings;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.PermitSupply;
import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.policy.breaker.CircuitBreaker;
import dev.penstock.policy.retry.LeasedTokens;
import dev.penstock.policy.retry.RetryBudget;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.policy.retry.TokenBucket;
import dev.penstock.provider.profile.Endpoint;
import dev.penstock.provider.profile.ProviderModel;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.store.PermitBlocks;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * The limits that the routes of one process share, and that outlive a change of routes: permits by account and model,
 * circuits by provider and model, one budget of retries, the pauses, and when a route may be retried. Thread-safe.
 */
final class SharedLimits {

    /** Models that no profile names and that have limits of their own; names beyond these share one set. */
    private static final int MOST_UNLISTED = 1_000;

    /** A block is a little older than its renewal when an attempt begins under it. */
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(3);

    private static final String OTHER_MODELS = "(other models)";

    private volatile PolicySettings settings;
    private volatile Duration longestAttempt;
    private final Limiters limiters;
    private final RetryBudget ofProcess;
    private final boolean shared;
    private final RoutePauses pauses;
    private final Time time;
    private final RandomGenerator random;
    private final Map<AccountKey, ProviderProfile> profiles = new ConcurrentHashMap<>();
    private final Map<Circuit, CircuitBreaker> breakers = new ConcurrentHashMap<>();
    private final Map<Address, EarliestRetry> earliest = new ConcurrentHashMap<>();
    private final Map<AccountKey, RetryBudget> ofAccounts = new ConcurrentHashMap<>();
    private final Set<String> unlisted = ConcurrentHashMap.newKeySet();

    /** What a Retry-After holds for: another credential changes nothing about it. */
    private record Address(AccountKey account, Endpoint endpoint) {}

    /** What fails together: a model at one address (design 6). */
    private record Circuit(String provider, Endpoint address, String model) {}

    /**
     * Limits that all routes share.
     *
     * @param shared whether other processes share what is an account's: nothing of it may be used until a part is leased
     */
    SharedLimits(PolicySettings settings, RoutePauses pauses, boolean shared, Time time, RandomGenerator random) {
        this.settings = settings;
        this.longestAttempt = longestAttempt(settings);
        this.shared = shared;
        this.limiters =
                new Limiters(this::limiterSettings, time, shared ? PermitKeeper.NONE_YET : PermitSupply.UNBOUNDED);
        this.ofProcess = new TokenBucket("penstock", settings.budget(), time.ticker());
        this.pauses = pauses;
        this.time = time;
        this.random = random;
    }

    /** Learns what a route's provider documents about its limits, and which account's budget its retries take from. */
    void know(Route route) {
        profiles.put(route.accountKey(), route.profile());
        RetryBudget ignored = budget(route);
    }

    /**
     * The name under which a model is limited: its own, unless callers invent so many that they would fill the memory.
     *
     * @param route where it is asked for
     * @param model its canonical name
     */
    String limitedAs(Route route, String model) {
        if (route.profile().model(model).isPresent() || unlisted.contains(model)) {
            return model;
        }
        // The rivals are other new names: a few more than the limit may get in together, and no harm is done.
        return unlisted.size() < MOST_UNLISTED && unlisted.add(model) ? model : OTHER_MODELS;
    }

    /**
     * As many active attempts from now on; what is on its way goes on. A longer attempt cap holds as soon as blocks are renewed;
     * a shorter one changes nothing of them, since what was taken in before may still begin attempts under the longer one.
     */
    void retune(PolicySettings policy) {
        longestAttempt = longer(longestAttempt, longestAttempt(policy));
        settings = settings.withMaxActive(policy.maxActive());
        limiters.takeCeilings();
    }

    Limiters limiters() {
        return limiters;
    }

    /** What the retries on a route take from: the process's budget, or its account's. */
    RetryBudget budget(Route route) {
        return switch (settings.budget().scope()) {
            case PROCESS -> ofProcess;
            case ACCOUNT -> ofAccounts.computeIfAbsent(route.accountKey(), this::ofAccount);
        };
    }

    /** What the retries of all accounts, or of each, are allowed. */
    RetryBudgetSettings allowance() {
        return settings.budget();
    }

    /** Every budget that retries take from. */
    List<RetryBudget> budgets() {
        return switch (settings.budget().scope()) {
            case PROCESS -> List.of(ofProcess);
            case ACCOUNT -> List.copyOf(ofAccounts.values());
        };
    }

    /** The budgets that other processes have a part in. */
    Map<AccountKey, LeasedTokens> leasedTokens() {
        Map<AccountKey, LeasedTokens> leased = new HashMap<>();
        ofAccounts.forEach((account, budget) -> {
            switch (budget) {
                case LeasedTokens part -> leased.put(account, part);
                case TokenBucket ignored -> {}
            }
        });
        return leased;
    }

    RoutePauses pauses() {
        return pauses;
    }

    /** The circuit of a canonical model. */
    CircuitBreaker breaker(Route route, String model) {
        ProviderProfile profile = route.profile();
        Circuit circuit = new Circuit(profile.name(), profile.endpoint(), model);
        CircuitBreaker known = breakers.get(circuit);
        return known != null ? known : breakers.computeIfAbsent(circuit, this::made);
    }

    /** Every circuit that was asked for. */
    List<EngineSnapshot.Circuit> circuits() {
        List<EngineSnapshot.Circuit> seen = new ArrayList<>();
        breakers.forEach((circuit, breaker) ->
                seen.add(new EngineSnapshot.Circuit(circuit.provider(), circuit.model(), breaker.status())));
        return seen;
    }

    /** When retries to a route's account may be sent. */
    EarliestRetry earliest(Route route) {
        Address address = new Address(route.accountKey(), route.profile().endpoint());
        return earliest.computeIfAbsent(address, ignored -> new EarliestRetry(time.ticker()));
    }

    /** How long what is started under a block of an account's permits may last (design 9). */
    PermitBlocks.Terms terms(LimiterKey key) {
        ProviderProfile profile = profiles.get(key.account());
        return new PermitBlocks.Terms(
                longestAttempt.plus(BETWEEN_RENEWALS),
                profile == null ? Duration.ZERO : profile.habits().abortHold());
    }

    private static Duration longestAttempt(PolicySettings policy) {
        return longer(policy.attached().attemptCap(), policy.background().attemptCap());
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private RetryBudget ofAccount(AccountKey account) {
        String name = account.provider() + "/" + account.account();
        return shared
                ? new LeasedTokens(name, settings.budget(), time.ticker())
                : new TokenBucket(name, settings.budget(), time.ticker());
    }

    private CircuitBreaker made(Circuit circuit) {
        return new CircuitBreaker(
                circuit.provider() + "/" + circuit.model(), settings.breaker(), time.ticker(), random);
    }

    private LimiterSettings limiterSettings(LimiterKey key) {
        ProviderProfile profile = profiles.get(key.account());
        if (profile == null) {
            throw new IllegalStateException("no route leads to " + key.account());
        }
        int documented = profile.model(key.model())
                .map(ProviderModel::concurrency)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .orElse(Integer.MAX_VALUE);
        int ceiling = Math.min(documented, settings.maxActive());
        Limit limit = settings.adaptive() ? Limit.adaptive(ceiling) : new Limit.Fixed(ceiling);
        return LimiterSettings.defaults(limit)
                .withAbortHold(profile.habits().abortHold())
                .withPacing(settings.pacing());
    }
}
