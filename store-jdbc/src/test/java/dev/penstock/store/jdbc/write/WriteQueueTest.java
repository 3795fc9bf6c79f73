package dev.penstock.store.jdbc.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The line in front of the writer. */
class WriteQueueTest {

    @Test
    void take_severalInLine_givesThemInOrderUpToTheLimit() throws InterruptedException {
        WriteQueue queue = new WriteQueue(10);
        List<PendingWrite<?>> writes = List.of(write(), write(), write());
        for (PendingWrite<?> write : writes) {
            queue.put(write);
        }

        assertThat(queue.take(2)).containsExactlyElementsOf(writes.subList(0, 2));
        assertThat(queue.take(2)).containsExactlyElementsOf(writes.subList(2, 3));
    }

    @Test
    void take_withdrawn_dropsIt() throws InterruptedException {
        WriteQueue queue = new WriteQueue(10);
        PendingWrite<?> withdrawn = write();
        PendingWrite<?> kept = write();
        queue.put(withdrawn);
        queue.put(kept);
        assertThat(withdrawn.withdraw()).isTrue();

        assertThat(queue.take(10)).containsExactly(kept);
        assertThat(kept.withdraw()).isFalse();
    }

    @Test
    @DisplayName("a closed queue lets nobody in and everybody out")
    void put_closed_isRefused() throws InterruptedException {
        WriteQueue queue = new WriteQueue(10);
        PendingWrite<?> inside = write();
        queue.put(inside);
        queue.close();

        assertThat(queue.put(write())).isFalse();
        assertThat(queue.putUninterruptibly(write())).isFalse();
        assertThat(queue.take(10)).containsExactly(inside);
        assertThat(queue.take(10)).isEmpty();
    }

    @Test
    @DisplayName("beyond its capacity callers wait outside, until there is room or it is closed")
    void put_full_waits() throws InterruptedException {
        WriteQueue queue = new WriteQueue(1);
        queue.put(write());
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        List<Thread> outside = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            outside.add(Thread.startVirtualThread(
                    () -> (queue.putUninterruptibly(write()) ? entered : refused).incrementAndGet()));
        }
        awaitWaiting(outside);

        assertThat(queue.take(1)).hasSize(1);
        while (entered.get() == 0) {
            Thread.onSpinWait();
        }
        queue.close();
        for (Thread thread : outside) {
            thread.join();
        }

        assertThat(entered).hasValue(1);
        assertThat(refused).hasValue(2);
        assertThat(queue.take(5)).hasSize(1);
    }

    @RepeatedTest(200)
    @DisplayName("a write is taken or withdrawn, never both and never neither")
    void take_racingWithdraw_oneWins() throws InterruptedException {
        WriteQueue queue = new WriteQueue(1);
        PendingWrite<?> write = write();
        queue.put(write);
        queue.close();
        AtomicInteger withdrawn = new AtomicInteger();
        Thread caller = Thread.startVirtualThread(() -> withdrawn.addAndGet(write.withdraw() ? 1 : 0));

        int taken = queue.take(1).size();
        caller.join();

        assertThat(taken + withdrawn.get()).isEqualTo(1);
    }

    private static void awaitWaiting(List<Thread> threads) {
        while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
    }

    private static PendingWrite<Integer> write() {
        return new PendingWrite<>(transaction -> 1);
    }
}
