package dev.penstock.policy.pipeline;

import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.Permit;
import dev.penstock.policy.admission.Queued;
import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.admission.RouteAccess;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.policy.admission.RouteProbe;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.breaker.BreakerAnswer;
import dev.penstock.policy.breaker.BreakerPass;
import dev.penstock.policy.breaker.CircuitBreaker;
import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.policy.retry.RetryBudget;
import dev.penstock.policy.retry.RetryToken;
import dev.penstock.policy.retry.TokenOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What every attempt on one route passes before it is launched, in the order of design 3 and 5: pause, permit, breaker,
 * and a retry token for all but originals. A circuit that is open already is seen before anybody waits for a permit. Whatever was taken before something is missing is given back, so that nobody
 * waits with a permit in hand. Thread-safe.
 */
public final class AttemptGate {

    private final Limiters limiters;
    private final CircuitBreaker breaker;
    private final RetryBudget budget;
    private final RoutePauses pauses;
    private final RouteCredential route;

    /**
     * The gate of one route and model.
     *
     * @param limiters the permits
     * @param breaker of the route's provider and model
     * @param budget of retries
     * @param pauses of credentials and accounts
     * @param route the credential the attempts are made with
     */
    public AttemptGate(
            Limiters limiters, CircuitBreaker breaker, RetryBudget budget, RoutePauses pauses, RouteCredential route) {
        this.limiters = limiters;
        this.breaker = breaker;
        this.budget = budget;
        this.pauses = pauses;
        this.route = route;
    }

    /**
     * Asks for everything an attempt needs, and waits for the permit alone.
     *
     * @param request who asks
     * @param onQueued told on this thread each time it has to wait for a permit
     * @return a {@link Ticket}, or what is missing
     * @throws InterruptedException if the thread is interrupted while it waits; nothing is held then
     */
    public GateDecision enter(GateRequest request, Queued onQueued) throws InterruptedException {
        RouteAccess access = pauses.ask(route);
        return switch (access) {
            case RouteAccess.Barred barred ->
                GateDecision.NotNow.paused(barred.what(), barred.nextProbe().toNanos());
            case RouteAccess.Clear ignored -> withPermit(request, onQueued, null);
            case RouteProbe probe -> {
                GateDecision decision = null;
                try {
                    decision = withPermit(request, onQueued, probe);
                } finally {
                    if (!(decision instanceof Ticket)) {
                        probe.giveBack();
                    }
                }
                yield decision;
            }
        };
    }

    private GateDecision withPermit(GateRequest request, Queued onQueued, @Nullable RouteProbe probe)
            throws InterruptedException {
        Optional<BreakerAnswer.Refused> open = breaker.refusal();
        if (open.isPresent()) {
            return new GateDecision.NotNow(EndReason.BREAKER, open.get().comeBackNanos(), null);
        }
        return switch (limiters.acquire(request.key(), request.permit(), request.deadline(), onQueued)) {
            case Refused refused -> new GateDecision.NoPermit(refused);
            case Permit permit -> {
                GateDecision decision = null;
                try {
                    decision = launchable(request, permit, probe);
                } finally {
                    if (!(decision instanceof Ticket)) {
                        permit.release(CapacityEffect.UNUSED);
                    }
                }
                yield decision;
            }
        };
    }

    private GateDecision launchable(GateRequest request, Permit permit, @Nullable RouteProbe probe) {
        return switch (breaker.enter()) {
            case BreakerAnswer.Refused open -> new GateDecision.NotNow(EndReason.BREAKER, open.comeBackNanos(), null);
            case BreakerPass pass -> {
                if (request.permit().lane() == Lane.ORIGINAL) {
                    yield new Ticket(permit, pass, probe, null, budget, limiters.ticker());
                }
                yield switch (budget.tryTake()) {
                    case RetryToken token -> new Ticket(permit, pass, probe, token, budget, limiters.ticker());
                    case TokenOutcome.Exhausted exhausted -> {
                        pass.close();
                        yield new GateDecision.NotNow(EndReason.RETRY_BUDGET, exhausted.comeBackNanos(), null);
                    }
                };
            }
        };
    }
}
