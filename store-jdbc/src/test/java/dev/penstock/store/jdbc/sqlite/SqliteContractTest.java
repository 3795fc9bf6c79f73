package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerContracts;
import dev.penstock.store.tck.LedgerFixture;

/** SQLite passes every contract of a ledger. */
class SqliteContractTest extends LedgerContracts {

    @Override
    protected LedgerFixture open(ContractClock wall) {
        return new SqliteFixture(wall);
    }
}
