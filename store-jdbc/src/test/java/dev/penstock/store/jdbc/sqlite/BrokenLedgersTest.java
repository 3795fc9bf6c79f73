package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.Version;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.AcknowledgementContract;
import dev.penstock.store.tck.CancellationContract;
import dev.penstock.store.tck.ConcurrencyContract;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LateEvidenceContract;
import dev.penstock.store.tck.LedgerFixture;
import dev.penstock.store.tck.QueueContract;
import dev.penstock.store.tck.TransitionContract;
import dev.penstock.store.tck.WorkersContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The contracts can fail: each of these ledgers has one of the faults that users of others met, and is found out. */
class BrokenLedgersTest {

    static List<Arguments> faults() {
        return List.of(
                Arguments.of(IgnoresEpochs.class, "write_otherEpoch_isFenced"),
                Arguments.of(TakesItsOwnWorkForAFence.class, "write_lostAcknowledgement_isCommittedOnce"),
                Arguments.of(SendsAgainAfterACrash.class, "recover_dispatchingAfterRestart_isUnknownOutcome"),
                Arguments.of(RevivesLeases.class, "heartbeat_tooLate_isZero"),
                Arguments.of(IsBlindToCancels.class, "requestCancel_claimed_refusesTheIntent"),
                Arguments.of(FailsWholeGroups.class, "write_groupWithAnOffender_onlyTheOffenderFails"),
                Arguments.of(SkipsFingerprints.class, "reserve_otherPayloadInEachState_isAConflict"),
                Arguments.of(LosesLateResults.class, "settle_fencedByADecision_staysEvidence"),
                Arguments.of(HandsOutWhatIsHeld.class, "claimDue_ambiguousRetry_isOnlyForItsWorker"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("every broken ledger is caught by the contract that names its fault")
    void contract_brokenLedger_isCaught(Class<?> broken, String caughtBy) {
        assertThat(failuresOf(broken)).contains(caughtBy);
    }

    private static Set<String> failuresOf(Class<?> contract) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(contract))
                .build();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, summary);
        return summary.getSummary().getFailures().stream()
                .map(failure -> failure.getTestIdentifier().getUniqueId())
                .map(id -> id.replaceAll(".*#(\\w+)\\(.*", "$1"))
                .collect(Collectors.toSet());
    }

    static class IgnoresEpochs extends TransitionContract implements BrokenFixture.Fault {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            if (write instanceof OperationWrite.Settle settle) {
                return sound.write(new OperationWrite.Settle(
                        settle.writeId(),
                        newest(sound, settle.expected()),
                        settle.outcome(),
                        settle.next(),
                        settle.bodies()));
            }
            return sound.write(write);
        }

        private static Version newest(OperationStore sound, Version expected) {
            long epoch = sound.history(expected.ref())
                    .map(history -> history.record().epoch())
                    .orElse(expected.epoch());
            return new Version(expected.ref(), expected.state(), epoch);
        }
    }

    static class TakesItsOwnWorkForAFence extends AcknowledgementContract implements BrokenFixture.Fault {
        private final AtomicBoolean lost = new AtomicBoolean();

        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public void acknowledgementWillBeLost() {
            lost.set(true);
        }

        @Override
        public WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            WriteResult result = sound.write(write);
            return lost.getAndSet(false) && result instanceof WriteResult.Committed committed
                    ? new WriteResult.Fenced(committed.record())
                    : result;
        }
    }

    static class SendsAgainAfterACrash extends WorkersContract implements BrokenFixture.Fault {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public Map<OperationState, Long> recover(Ledger sound) {
            Map<OperationState, Long> moved = sound.workers().recover();
            OperationFilter unknown =
                    new OperationFilter(Set.of(OperationState.UNKNOWN_OUTCOME), null, null, null, false);
            for (OperationRecord record :
                    sound.operations().list(Tenant.LOCAL, unknown, null, 1000).records()) {
                requeue(sound.operations(), record);
            }
            return moved;
        }

        private static void requeue(OperationStore sound, OperationRecord record) {
            try {
                sound.write(new OperationWrite.Decide(
                        new WriteId(record.ref().hashCode()),
                        record.version(),
                        new Decision("scanner", "stuck", new Decision.Kind.NotSent(Duration.ofMinutes(1)))));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class RevivesLeases extends WorkersContract implements BrokenFixture.Fault {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public long heartbeat(Workers sound, WorkerId worker) {
            return Math.max(sound.heartbeat(worker), 1);
        }
    }

    static class IsBlindToCancels extends CancellationContract implements BrokenFixture.Fault {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            WriteResult result = sound.write(write);
            return write instanceof OperationWrite.Intend
                            && result instanceof WriteResult.Refused refused
                            && refused.record() != null
                    ? new WriteResult.Committed(refused.record())
                    : result;
        }
    }

    static class FailsWholeGroups extends ConcurrencyContract implements BrokenFixture.Fault {
        private final AtomicBoolean offended = new AtomicBoolean();

        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            if (write instanceof OperationWrite.Intend intend && intend.intent().number() > 1) {
                offended.set(true);
            }
            WriteResult result = sound.write(write);
            if (offended.get()) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "somebody in the group failed", null);
            }
            return result;
        }
    }

    static class SkipsFingerprints extends ConcurrencyContract implements BrokenFixture.Fault {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            WriteResult result = sound.write(write);
            return result instanceof WriteResult.Exists exists
                    ? new WriteResult.Exists(exists.record(), WriteResult.FingerprintMatch.SAME)
                    : result;
        }
    }

    static class LosesLateResults extends LateEvidenceContract implements BrokenFixture.Fault {
        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            if (write instanceof OperationWrite.Settle settle) {
                OperationRecord record =
                        sound.history(settle.expected().ref()).orElseThrow().record();
                if (!record.version().equals(settle.expected())) {
                    return new WriteResult.Fenced(record);
                }
            }
            return sound.write(write);
        }
    }

    static class HandsOutWhatIsHeld extends QueueContract implements BrokenFixture.Fault {
        private WorkerId holder = new WorkerId("none");

        @Override
        protected LedgerFixture open(ContractClock wall) {
            return new BrokenFixture(wall, this);
        }

        @Override
        public WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            if (write instanceof OperationWrite.Reserve reserve) {
                holder = reserve.worker();
            }
            return sound.write(write);
        }

        @Override
        public List<OperationRecord> claimDue(OperationStore sound, WorkerId worker, int limit)
                throws InterruptedException {
            return sound.claimDue(holder, limit);
        }
    }
}
