package dev.penstock.policy.pipeline;

import dev.penstock.policy.admission.Permit;
import dev.penstock.policy.admission.RouteProbe;
import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.breaker.BreakerPass;
import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.retry.RetryBudget;
import dev.penstock.policy.retry.RetryToken;
import dev.penstock.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Everything one attempt needs, in one hand: permit, breaker pass, and where they apply a retry token and a probe. Closed
 * without having been launched, all of it is given back; closed after that, the attempt counts as neutral. Belongs to
 * the attempt's own thread; its parts settle once whoever ends them.
 */
public final class Ticket implements GateDecision, AutoCloseable {

    private final Permit permit;
    private final BreakerPass pass;
    private final @Nullable RouteProbe probe;
    private final @Nullable RetryToken token;
    private final RetryBudget budget;
    private final Ticker ticker;
    private boolean launched;

    Ticket(
            Permit permit,
            BreakerPass pass,
            @Nullable RouteProbe probe,
            @Nullable RetryToken token,
            RetryBudget budget,
            Ticker ticker) {
        this.permit = permit;
        this.pass = pass;
        this.probe = probe;
        this.token = token;
        this.budget = budget;
        this.ticker = ticker;
    }

    /** The permit it holds. */
    public Permit permit() {
        return permit;
    }

    /** The attempt's intent stands: an original earns the budget its share, a retry spends its token (R-BUDGET-1). */
    public void launched() {
        launched = true;
        if (token == null) {
            budget.recordOriginal();
        } else {
            token.spend();
        }
    }

    /**
     * The attempt has ended and was judged.
     *
     * @param judged what the classifier made of it
     * @param facts what it was judged from: an exchange that we broke off leaves the account charged for its hold
     */
    public void settle(Classification judged, AttemptFacts facts) {
        long now = ticker.nanos();
        if (facts.ending() instanceof Ending.Aborted
                && facts.evidence().stage().reached(DeliveryStage.REQUEST_STARTED)) {
            permit.abort();
        } else {
            permit.release(judged.capacity(), now);
        }
        pass.settle(judged.breaker(), now);
        if (probe != null) {
            probe.settle(judged.verdict());
        }
    }

    @Override
    public void close() {
        if (launched) {
            permit.close();
            pass.close();
            if (probe != null) {
                probe.close();
            }
            return;
        }
        permit.release(CapacityEffect.UNUSED);
        pass.close();
        if (token != null) {
            token.giveBack();
        }
        if (probe != null) {
            probe.giveBack();
        }
    }
}
