package dev.penstock.it.gateway.overload;

import dev.penstock.it.support.Said;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Ends a load that does more harm than it was meant to: what is tried on a machine, or on a provider, that others use has
 * limits of its own (R-PROOF-6). The first limit that is passed is kept. Thread-safe.
 */
final class SafetyStop {

    private static final long LOOK_NANOS = 2_000_000_000;

    private final Limits limits;
    private final LongSupplier providerRefusals;
    private final AtomicReference<String> why = new AtomicReference<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger judged = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private long looked = System.nanoTime() - LOOK_NANOS;

    /**
     * What may not be passed.
     *
     * @param waiting callers without an answer at once
     * @param providerRefusals requests that the provider refused because there were too many
     * @param failures the part of the calls let in that end without an answer
     * @param judgedFrom calls let in before that part means anything
     */
    record Limits(int waiting, long providerRefusals, double failures, int judgedFrom) {

        /**
         * For a load: nobody waits past the deadline, so that not more than what arrives within one can wait, and a quarter
         * for a machine that stalls; the provider refuses no more than one time all that it takes at once; and of three
         * of ten requests that it fails, twice as many calls fail at most.
         */
        static Limits of(OverloadPlan plan) {
            double arrivals = OverloadPlan.CLIENTS.stream()
                    .mapToDouble(client -> (double) OverloadPlan.DEADLINE.toNanos()
                            / plan.gap(client, plan.warmUp().toNanos()))
                    .sum();
            return new Limits((int) (arrivals * 5 / 4), OverloadPlan.LIMIT, 0.6, 50);
        }
    }

    /**
     * None passed yet.
     *
     * @param limits what may not be passed
     * @param providerRefusals how many requests the provider has refused because there were too many
     */
    SafetyStop(Limits limits, LongSupplier providerRefusals) {
        this.limits = limits;
        this.providerRefusals = providerRefusals;
    }

    /** A caller waits. */
    void began() {
        int now = waiting.incrementAndGet();
        if (now > limits.waiting()) {
            stop("%d callers wait at once; the limit is %d", now, limits.waiting());
        }
    }

    /** A caller was told something. */
    void ended(Said said) {
        waiting.decrementAndGet();
        if (!said.code().equals("admission_rejected")) {
            judge(said.isAnswer());
        }
    }

    /** A caller was told nothing at all. */
    void broken() {
        waiting.decrementAndGet();
        judge(false);
    }

    private void judge(boolean answered) {
        int bad = answered ? failed.get() : failed.incrementAndGet();
        int all = judged.incrementAndGet();
        if (all >= limits.judgedFrom() && bad > all * limits.failures()) {
            stop("%d of %d calls that were let in had no answer; the limit is %.2f", bad, all, limits.failures());
        }
    }

    /** Asks the provider now and then; from one thread. */
    boolean look() {
        long now = System.nanoTime();
        if (now - looked >= LOOK_NANOS) {
            looked = now;
            long refused = providerRefusals.getAsLong();
            if (refused > limits.providerRefusals()) {
                stop("the provider refused %d requests; the limit is %d", refused, limits.providerRefusals());
            }
        }
        return isPassed();
    }

    boolean isPassed() {
        return why.get() != null;
    }

    /** Fails if the load was ended early. */
    void failIfPassed() {
        String passed = why.get();
        if (passed != null) {
            throw new AssertionError("the load was stopped early: " + passed);
        }
    }

    private void stop(String words, Object... values) {
        why.compareAndSet(null, String.format(Locale.ROOT, words, values));
    }
}
