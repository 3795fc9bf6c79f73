package dev.penstock.cli.doctor;

import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.StoreException;
import dev.penstock.store.jdbc.postgres.PostgresLedger;
import dev.penstock.store.jdbc.postgres.PostgresLook;
import dev.penstock.store.jdbc.postgres.PostgresOptions;
import java.util.ArrayList;
import java.util.List;

/** A database: whether it can be reached, keeps what it acknowledges, and holds a store. */
final class DatabaseChecks {

    private final Surroundings around;
    private final StorePlace.InDatabase place;

    DatabaseChecks(Surroundings around, StorePlace.InDatabase place) {
        this.around = around;
        this.place = place;
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        try {
            PostgresLook look =
                    PostgresLedger.look(PostgresOptions.observer(place.address(), around.time(), around.random()));
            findings.add(Finding.ok("postgresql", look.version() + " (14 or newer is needed)"));
            if (look.holdsStore()) {
                try (Ledger ledger = place.observe(around)) {
                    findings.addAll(LedgerChecks.all(ledger, place.toString()));
                }
            } else {
                findings.add(Finding.ok(
                        "store",
                        place + " can be reached, its settings hold; 'penstock run' or 'penstock"
                                + " serve' makes the store"));
            }
        } catch (StoreException e) {
            findings.add(Finding.fail("store", String.valueOf(e.getMessage())));
        }
        return findings;
    }
}
