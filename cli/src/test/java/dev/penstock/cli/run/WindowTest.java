package dev.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.run.Window.Entry;
import dev.penstock.store.IdempotencyKey;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class WindowTest {

    private final Window window = new Window(2, 100);

    @Test
    void room_isForSoManyLinesAndBytes() throws InterruptedException {
        assertThat(window.enter(key("a"), 10)).isEqualTo(Entry.ENTERED);
        assertThat(window.enter(key("b"), 10)).isEqualTo(Entry.ENTERED);
        window.leave(key("a"), 10);
        assertThat(window.tryEnter(key("c"), 91)).isEqualTo(Entry.FULL);
        assertThat(window.tryEnter(key("c"), 90)).isEqualTo(Entry.ENTERED);
    }

    @Test
    void lineThatIsLargerThanAll_goesAlone() throws InterruptedException {
        assertThat(window.enter(key("a"), 1_000)).isEqualTo(Entry.ENTERED);
        assertThat(window.tryEnter(key("b"), 1)).isEqualTo(Entry.FULL);
    }

    @Test
    void decision_goesBeyondTheWindow_upToItsDouble() throws InterruptedException {
        window.enter(key("a"), 1);
        window.enter(key("b"), 1);
        assertThat(window.tryEnter(key("c"), 1)).isEqualTo(Entry.ENTERED);
        assertThat(window.tryEnter(key("d"), 1)).isEqualTo(Entry.ENTERED);
        assertThat(window.tryEnter(key("e"), 1)).isEqualTo(Entry.FULL);
    }

    @Test
    void sameKey_isInOnce() throws InterruptedException {
        window.enter(key("a"), 10);
        assertThat(window.enter(key("a"), 10)).isEqualTo(Entry.PRESENT);
        assertThat(window.size()).isEqualTo(1);
    }

    @Test
    void leavingTwice_givesRoomOnce() throws InterruptedException {
        window.enter(key("a"), 60);
        window.leave(key("a"), 60);
        window.leave(key("a"), 60);
        window.enter(key("b"), 60);
        assertThat(window.tryEnter(key("c"), 60)).isEqualTo(Entry.FULL);
    }

    @Test
    void closing_letsGoOfWhoWaits() throws Exception {
        window.enter(key("a"), 100);
        FutureTask<Entry> waiting = new FutureTask<>(() -> window.enter(key("b"), 1));
        Thread thread = Thread.ofVirtual().start(waiting);
        window.close();
        assertThat(waiting.get()).isEqualTo(Entry.CLOSED);
        thread.join();
    }

    private static IdempotencyKey key(String name) {
        return new IdempotencyKey(name);
    }
}
