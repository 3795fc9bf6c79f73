package dev.penstock.store.tck;

import org.junit.jupiter.api.Nested;

/** Every contract of a ledger, for whoever implements one: nobody leaves one out. */
public abstract class LedgerContracts {

    /** For subclasses. */
    protected LedgerContracts() {}

    /**
     * Opens an empty ledger.
     *
     * @param wall the clock that it has to use
     * @return the fixture, closed after the test
     */
    protected abstract LedgerFixture open(ContractClock wall);

    @Nested
    class Acknowledgement extends AcknowledgementContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class ApiKeys extends ApiKeysContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Cancellation extends CancellationContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Decision extends DecisionContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Exports extends ExportsContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Intake extends IntakeContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class LateEvidence extends LateEvidenceContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Listing extends ListingContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Maintenance extends MaintenanceContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Pauses extends PausesContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class PermitBlocks extends PermitBlocksContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Queue extends QueueContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Reopening extends ReopeningContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class RetryTokens extends RetryTokensContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Settlement extends SettlementContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Spend extends SpendContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Transition extends TransitionContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }

    @Nested
    class Workers extends WorkersContract {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return LedgerContracts.this.open(wall);
        }
    }
}
