package dev.penstock.cli.doctor;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What waits for somebody in a store that opens, wherever it is. */
final class LedgerChecks {

    private LedgerChecks() {}

    static List<Finding> all(Ledger ledger, String place) {
        List<Finding> findings = new ArrayList<>();
        Map<OperationState, Long> counts = ledger.operations().count(Tenant.LOCAL, OperationFilter.all());
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long unknown = counts.getOrDefault(OperationState.UNKNOWN_OUTCOME, 0L);
        findings.add(Finding.ok("store", place + " opens, its settings hold; " + all + " operations"));
        if (unknown > 0) {
            findings.add(Finding.warn(
                    "store",
                    unknown + " operations have an unknown outcome and wait for a decision:"
                            + " penstock ops list --state unknown_outcome"));
        }
        for (RoutePauseRows.Row pause : ledger.pauses().all()) {
            findings.add(Finding.warn(
                    "store",
                    pause.scope() + " is stopped (" + pause.what() + "); mend it, then: penstock ops resume "
                            + pause.scope()));
        }
        return findings;
    }
}
