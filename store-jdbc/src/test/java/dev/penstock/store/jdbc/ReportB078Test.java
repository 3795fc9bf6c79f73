package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** B078: recovery at the start does not touch what is running, and strands nothing. */
@ParameterizedClass
@EnumSource
class ReportB078Test {

    private final ContractClock wall = new ContractClock();
    private final LedgerFixture fixture;
    private final Ledger ledger;

    ReportB078Test(Database database) {
        fixture = database.open(wall);
        ledger = fixture.ledger();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("B078 recovery beside threads that reserve and answer takes nothing from them")
    void recover_besideLiveWork_takesNothing() throws InterruptedException {
        WorkerId worker = ledger.workers().register();
        ConcurrentLinkedQueue<Object> recovered = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int caller = 0; caller < 8; caller++) {
            String name = "c" + caller + "-";
            threads.add(Thread.startVirtualThread(() -> answerMany(ledger, worker, name)));
        }
        for (int i = 0; i < 20; i++) {
            recovered.add(ledger.workers().recover());
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(recovered).allMatch(Map.of()::equals);
        assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                .isEqualTo(Map.of(OperationState.SUCCEEDED, 80L));
    }

    @Test
    @DisplayName("B078 two processes that recover at once move each piece of work once")
    void recover_byTwoProcesses_movesEachOnce() throws InterruptedException {
        WorkerId dead = ledger.workers().register();
        List<OperationRecord> sent = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sent.add(Steps.reserved(ledger, dead, "k" + i));
        }
        ledger.workers().leave(dead);
        ConcurrentLinkedQueue<Long> moved = new ConcurrentLinkedQueue<>();
        try (Ledger other = fixture.observer()) {
            List<Thread> threads = List.of(
                    Thread.startVirtualThread(() -> moved.add(unknown(ledger))),
                    Thread.startVirtualThread(() -> moved.add(unknown(other))),
                    Thread.startVirtualThread(() -> moved.add(unknown(other))));
            for (Thread thread : threads) {
                thread.join();
            }
        }

        assertThat(moved.stream().mapToLong(Long::longValue).sum()).isEqualTo(30);
        assertThat(sent)
                .allSatisfy(record -> assertThat(ledger.operations()
                                .history(record.ref())
                                .orElseThrow()
                                .record()
                                .epoch())
                        .isEqualTo(record.epoch() + 1));
    }

    @Test
    @DisplayName("B078 an acknowledgement lost in the middle of recovery strands nothing")
    void recover_lostAcknowledgement_strandsNothing() throws InterruptedException {
        OperationRecord ignored = Steps.reserved(ledger, ledger.workers().register(), "k");
        wall.move(Duration.ofMinutes(1));
        fixture.loseNextAcknowledgement();

        ledger.workers().recover();

        assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                .isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 1L));
    }

    private static long unknown(Ledger ledger) {
        return ledger.workers().recover().getOrDefault(OperationState.UNKNOWN_OUTCOME, 0L);
    }

    private static void answerMany(Ledger ledger, WorkerId worker, String name) {
        try {
            for (int i = 0; i < 10; i++) {
                Steps.answer(ledger, Steps.reserved(ledger, worker, name + i), "answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
