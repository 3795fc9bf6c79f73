package dev.penstock.store.jdbc;

import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.IntakeContract;
import dev.penstock.store.tck.LedgerFixture;

class SqliteIntakeTest extends IntakeContract {

    @Override
    protected LedgerFixture open(ContractClock wall) {
        return new SqliteFixture(wall);
    }
}
