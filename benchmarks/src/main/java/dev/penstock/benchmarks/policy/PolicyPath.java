package dev.penstock.benchmarks.policy;

import dev.failsafe.Bulkhead;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.Limit;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSettings;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.PermitRequest;
import dev.penstock.policy.admission.Place;
import dev.penstock.policy.admission.Population;
import dev.penstock.policy.admission.PopulationSettings;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.policy.breaker.BreakerSettings;
import dev.penstock.policy.breaker.CircuitBreaker;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.pipeline.AttemptGate;
import dev.penstock.policy.pipeline.GateRequest;
import dev.penstock.policy.pipeline.Ticket;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.policy.retry.TokenBucket;
import dev.penstock.time.Chance;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.retry.Retry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One successful call through everything that decides about it, on both sides: admit, permit, breaker, budget, classify
 * and settle here; retry, breaker and bulkhead there.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PolicyPath {

    private static final String ANSWER = "answer";

    private final Time time = Time.system();
    private final AccountKey account = new AccountKey("provider", "account");
    private final LimiterKey key = LimiterKey.of(account, "model");
    private final Population population = new Population(PopulationSettings.defaults(), time.ticker());
    private final AttemptGate gate = new AttemptGate(
            new Limiters(ignored -> LimiterSettings.defaults(Limit.adaptive(64)), time),
            new CircuitBreaker("model", BreakerSettings.defaults(), time.ticker(), Chance.system()),
            new TokenBucket("route", RetryBudgetSettings.defaults(), time.ticker()),
            new RoutePauses(Duration.ofSeconds(60), time, scope -> {}),
            new RouteCredential(account, "credential", "digest"));
    private final PermitRequest permit = PermitRequest.original("tenant", Priority.INTERACTIVE);
    private final CodeRules rules = CodeRules.none();
    private final AttemptFacts answered = new AttemptFacts(
            new DeliveryEvidence(
                    DeliveryStage.RESPONSE_COMPLETE, 100, 100, true, new Timings(1, 2, 3, 4, 5), Proof.NONE),
            new Ending.Finished(),
            new ResponseFacts(200, null, new Completion.Whole(List.of("stop"), false, true, false), RetryHints.NONE),
            AttemptFacts.Acceptance.NOT_CHECKED,
            false);

    private final Supplier<String> resilience = resilience4jTriple();
    private final FailsafeExecutor<String> failsafe = failsafeTriple();

    /** Made by JMH. */
    public PolicyPath() {}

    /**
     * Penstock's path, through the gate that the client uses.
     *
     * @return the verdict, so that nothing is optimised away
     * @throws InterruptedException never here
     */
    @Benchmark
    public Classification penstock() throws InterruptedException {
        try (Place place = (Place) population.admit(100)) {
            Deadline deadline = Deadline.afterNanos(120_000_000_000L, time.ticker());
            try (Ticket ticket = (Ticket) gate.enter(new GateRequest(key, permit, deadline), waiting -> {})) {
                ticket.launched();
                Classification judged = Classifier.classify(answered, rules);
                ticket.settle(judged, answered);
                return place == null ? null : judged;
            }
        }
    }

    /**
     * resilience4j: Retry(CircuitBreaker(Bulkhead)).
     *
     * @return the answer
     */
    @Benchmark
    public String resilience4j() {
        return resilience.get();
    }

    /**
     * Failsafe: retry, breaker and bulkhead.
     *
     * @return the answer
     */
    @Benchmark
    public String failsafe() {
        return failsafe.get(() -> ANSWER);
    }

    private static Supplier<String> resilience4jTriple() {
        var bulkhead = io.github.resilience4j.bulkhead.Bulkhead.of(
                "b", BulkheadConfig.custom().maxConcurrentCalls(64).build());
        var breaker = io.github.resilience4j.circuitbreaker.CircuitBreaker.ofDefaults("c");
        Supplier<String> guarded = io.github.resilience4j.bulkhead.Bulkhead.decorateSupplier(bulkhead, () -> ANSWER);
        guarded = io.github.resilience4j.circuitbreaker.CircuitBreaker.decorateSupplier(breaker, guarded);
        return Retry.decorateSupplier(Retry.ofDefaults("r"), guarded);
    }

    private static FailsafeExecutor<String> failsafeTriple() {
        return Failsafe.with(
                RetryPolicy.<String>ofDefaults(),
                dev.failsafe.CircuitBreaker.<String>ofDefaults(),
                Bulkhead.<String>of(64));
    }
}
