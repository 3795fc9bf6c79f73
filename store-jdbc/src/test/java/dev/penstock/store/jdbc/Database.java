package dev.penstock.store.jdbc;

import dev.penstock.store.jdbc.postgres.PostgresFixture;
import dev.penstock.store.jdbc.sqlite.SqliteFixture;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;

/** The databases that a ledger may be in: what was reported of others' stores holds in both. */
enum Database {
    SQLITE {
        @Override
        LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    },
    POSTGRESQL {
        @Override
        LedgerFixture open(ContractClock wall) {
            return new PostgresFixture(wall);
        }
    };

    /** Opens an empty ledger on a clock that the test moves. */
    abstract LedgerFixture open(ContractClock wall);
}
