package dev.penstock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.time.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

    private final VirtualTime time = new VirtualTime();

    @Test
    void sleep_runsTimersThatFallDueInOrder() throws Exception {
        List<String> ran = new ArrayList<>();
        time.after(20, () -> ran.add("late"));
        time.after(10, () -> ran.add("first"));
        time.after(10, () -> ran.add("second"));
        time.after(15, () -> ran.add("cancelled")).cancel();

        time.sleep(12);

        assertThat(ran).containsExactly("first", "second");
        assertThat(time.pendingTimers()).isEqualTo(1);
        assertThat(time.time().ticker().nanos()).isEqualTo(12);
    }

    @Test
    void await_endsAtTheSignalOrAtTheLimit() throws Exception {
        Signal signal = new Signal();
        time.after(30, signal::set);

        assertThat(time.await(signal, 20)).isFalse();
        assertThat(time.time().ticker().nanos()).isEqualTo(20);
        assertThat(time.await(signal, 20)).isTrue();
        assertThat(time.time().ticker().nanos()).isEqualTo(30);
    }

    @Test
    void jumpWall_leavesTheTickerAlone() {
        time.jumpWall(Duration.ofHours(1));

        assertThat(time.time().ticker().nanos()).isZero();
        assertThat(time.time().wall().instant()).isEqualTo(VirtualTime.START.plus(Duration.ofHours(1)));
    }
}
