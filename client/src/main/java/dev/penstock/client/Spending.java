package dev.penstock.client;

import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Tenant;

/** Hears of every attempt that no operation in the ledger keeps. */
@FunctionalInterface
interface Spending {

    /** There is no ledger to keep it. */
    Spending NOT_KEPT = (tenant, intent, outcome) -> {};

    /** An attempt ended. Never blocks. */
    void ended(Tenant tenant, AttemptIntent intent, AttemptOutcome outcome);
}
