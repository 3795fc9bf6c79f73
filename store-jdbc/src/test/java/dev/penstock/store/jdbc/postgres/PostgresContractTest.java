package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerContracts;
import dev.penstock.store.tck.LedgerFixture;

/** PostgreSQL passes every contract of a ledger. */
class PostgresContractTest extends LedgerContracts {

    @Override
    protected LedgerFixture open(ContractClock wall) {
        return new PostgresFixture(wall);
    }
}
