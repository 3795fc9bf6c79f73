package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.StoreException;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Time;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A fault of ours in what goes on beside the calls: it is told of, and ends nothing. */
class UnattendedTest {

    private final VirtualTime virtual = new VirtualTime();
    private final List<String> told = new ArrayList<>();
    private final Logger logger = Logger.getLogger(Unattended.class.getName());
    private final Filter before = logger.getFilter();

    @BeforeEach
    void listen() {
        logger.setFilter(line ->
                !told.add(MessageFormat.format(line.getMessage(), line.getParameters()) + " " + line.getThrown()));
    }

    @AfterEach
    void leave() {
        logger.setFilter(before);
    }

    @Test
    @DisplayName("a fault that comes back is told of once a minute, without its message, and every round is begun")
    void round_failsAgainAndAgain_goesOn() throws InterruptedException {
        Unattended unattended = new Unattended("the heartbeat", virtual.time());
        AtomicInteger rounds = new AtomicInteger();
        for (int i = 0; i < 61; i++) {
            unattended.round(() -> {
                rounds.incrementAndGet();
                throw new IllegalStateException("a bug");
            });
            virtual.advance(Duration.ofSeconds(1));
        }

        assertThat(rounds).hasValue(61);
        assertThat(told)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .contains("the heartbeat", "IllegalStateException", "UnattendedTest")
                        .doesNotContain("a bug"));
    }

    @Test
    @DisplayName("another fault is told of at once")
    void round_failsInAnotherWay_isTold() {
        Unattended unattended = new Unattended("the heartbeat", virtual.time());
        unattended.run(() -> {
            throw new IllegalStateException("a bug");
        });
        unattended.run(() -> {
            throw new IllegalArgumentException("another");
        });

        assertThat(told).hasSize(2);
    }

    @Test
    @DisplayName("rounds go on after one that failed, and what is done last is done")
    void rounds_oneFails_othersFollow() throws InterruptedException {
        Semaphore begun = new Semaphore(0);
        AtomicBoolean last = new AtomicBoolean();
        Runnable failing = () -> {
            begun.release();
            throw new StoreException(StoreException.Kind.CORRUPT, "unexpected here", null);
        };
        try (Rounds rounds = Rounds.start("test", Time.system(), 1_000_000, failing, () -> last.set(true))) {
            assertThat(rounds).isNotNull();
            begun.acquire(3);
        }

        assertThat(last).isTrue();
        assertThat(told).hasSize(1);
    }
}
