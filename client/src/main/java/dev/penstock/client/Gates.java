package dev.penstock.client;

import dev.penstock.policy.admission.Limit;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSettings;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.policy.breaker.CircuitBreaker;
import dev.penstock.policy.pipeline.AttemptGate;
import dev.penstock.policy.retry.RetryBudget;
import dev.penstock.provider.profile.ProviderModel;
import dev.penstock.time.Time;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** The gates of a route, one per model, made when first asked for. Thread-safe. */
final class Gates {

    private final Route route;
    private final PolicySettings settings;
    private final Limiters limiters;
    private final RetryBudget budget;
    private final RoutePauses pauses;
    private final RouteCredential credential;
    private final Time time;
    private final RandomGenerator random;
    private final ConcurrentHashMap<String, AttemptGate> byModel = new ConcurrentHashMap<>();

    Gates(
            Route route,
            PolicySettings settings,
            RoutePauses pauses,
            RouteCredential credential,
            Time time,
            RandomGenerator random) {
        this.route = route;
        this.settings = settings;
        this.limiters = new Limiters(this::limiterSettings, time);
        this.budget = new RetryBudget(route.name(), settings.budget(), time.ticker());
        this.pauses = pauses;
        this.credential = credential;
        this.time = time;
        this.random = random;
    }

    /** The gate of a canonical model. */
    AttemptGate of(String model) {
        AttemptGate known = byModel.get(model);
        return known != null ? known : byModel.computeIfAbsent(model, this::gate);
    }

    private AttemptGate gate(String model) {
        CircuitBreaker breaker =
                new CircuitBreaker(route.name() + "/" + model, settings.breaker(), time.ticker(), random);
        return new AttemptGate(limiters, breaker, budget, pauses, credential);
    }

    private LimiterSettings limiterSettings(LimiterKey key) {
        int documented = route.profile()
                .model(key.model())
                .map(ProviderModel::concurrency)
                .filter(java.util.OptionalInt::isPresent)
                .map(java.util.OptionalInt::getAsInt)
                .orElse(Integer.MAX_VALUE);
        int ceiling = Math.min(documented, settings.maxActive());
        Limit limit = settings.adaptive() ? Limit.adaptive(ceiling) : new Limit.Fixed(ceiling);
        return LimiterSettings.defaults(limit)
                .withAbortHold(route.profile().habits().abortHold())
                .withPacing(settings.pacing());
    }
}
