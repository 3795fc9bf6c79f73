package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.tck.AcknowledgementContract;
import dev.penstock.store.tck.ApiKeysContract;
import dev.penstock.store.tck.CancellationContract;
import dev.penstock.store.tck.ConcurrencyContract;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.DecisionContract;
import dev.penstock.store.tck.ExportsContract;
import dev.penstock.store.tck.IntakeContract;
import dev.penstock.store.tck.LateEvidenceContract;
import dev.penstock.store.tck.LedgerFixture;
import dev.penstock.store.tck.ListingContract;
import dev.penstock.store.tck.MaintenanceContract;
import dev.penstock.store.tck.PausesContract;
import dev.penstock.store.tck.QueueContract;
import dev.penstock.store.tck.ReopeningContract;
import dev.penstock.store.tck.SettlementContract;
import dev.penstock.store.tck.SpendContract;
import dev.penstock.store.tck.TransitionContract;
import dev.penstock.store.tck.WorkersContract;
import org.junit.jupiter.api.Nested;

/** SQLite passes every contract of a ledger. */
class SqliteContractTest {

    @Nested
    class Acknowledgement extends AcknowledgementContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class ApiKeys extends ApiKeysContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Cancellation extends CancellationContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Decision extends DecisionContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Exports extends ExportsContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Intake extends IntakeContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class LateEvidence extends LateEvidenceContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Listing extends ListingContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Maintenance extends MaintenanceContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Pauses extends PausesContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Spend extends SpendContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Queue extends QueueContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Reopening extends ReopeningContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Settlement extends SettlementContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Transition extends TransitionContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }

    @Nested
    class Workers extends WorkersContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new SqliteFixture(wall);
        }
    }
}
