package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Real threads, real waiting: two thousand callers, four permits, every way to end. */
@DisplayName("R-ADMIT-2 permits under many virtual threads")
class LimiterThreadsTest {

    private static final int LIMIT = 4;
    private static final int CALLERS = 2_000;

    private final Time time = Time.system();
    private final Limiter limiter =
            new Limiter(LimiterSettings.defaults(new Limit.Fixed(LIMIT)).withAbortHold(Duration.ofNanos(1_000)), time);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Test
    void everybodyComesThroughOrLeaves_andNothingIsLeftBehind() throws Exception {
        List<Future<Boolean>> calls = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CALLERS; i++) {
                int seed = i;
                calls.add(callers.submit(() -> call(seed)));
                if (i % 7 == 0) {
                    calls.getLast().cancel(/* mayInterruptIfRunning= */ true);
                }
            }
        }
        int served = 0;
        for (Future<Boolean> call : calls) {
            served += call.state() == Future.State.SUCCESS && call.resultNow() ? 1 : 0;
        }
        assertThat(served).as("those who neither withdraw nor are interrupted").isGreaterThan(CALLERS / 2);
        assertThat(most.get()).isBetween(1, LIMIT);
        drainHolds();
        assertThat(limiter.snapshot().demand()).isZero();
    }

    private boolean call(int seed) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        PermitRequest request = new PermitRequest(
                "t" + seed % 3,
                seed % 2 == 0 ? Priority.INTERACTIVE : Priority.BACKGROUND,
                seed % 5 == 0 ? Lane.RETRY : Lane.ORIGINAL,
                0,
                /* patient= */ true);
        boolean withdraws = random.nextInt(5) == 0;
        PermitDecision decision = limiter.acquire(request, time.deadlineAfter(Duration.ofMinutes(5)), waiting -> {
            if (withdraws) {
                Thread.startVirtualThread(waiting::withdraw);
            }
        });
        return switch (decision) {
            case Refused refused -> {
                assertThat(refused.reason()).isEqualTo(RefusalReason.WITHDRAWN);
                yield false;
            }
            case Permit permit -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                for (int i = 0; i < 1_000; i++) {
                    Thread.onSpinWait();
                }
                inside.decrementAndGet();
                end(permit, random.nextInt(3));
                yield true;
            }
        };
    }

    private static void end(Permit permit, int how) {
        switch (how) {
            case 0 -> permit.abort();
            case 1 -> {
                permit.release(CapacityEffect.SERVED);
                permit.close();
            }
            default -> permit.close();
        }
    }

    /** The last holds end on the timers' thread: whoever gets all permits knows that they have. */
    private void drainHolds() throws InterruptedException {
        PermitRequest request =
                PermitRequest.original("t", Priority.INTERACTIVE).asPatient();
        List<Permit> all = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            all.add((Permit) limiter.acquire(request, time.deadlineAfter(Duration.ofMinutes(5)), waiting -> {}));
        }
        all.forEach(Permit::close);
    }
}
