package dev.penstock.gateway.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.Bytes;
import dev.penstock.store.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Design 12: the same tenant's same body within 30 s of our failure is a client's own retry")
class RecentFailuresTest {

    private static final Tenant ACME = new Tenant("acme");

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final RecentFailures failures = new RecentFailures(now::get);

    @Test
    void sameBody_afterFailure_repeat() {
        assertThat(failures.isRepeat(ACME, body("a"))).isFalse();
        failures.add(ACME, body("a"));

        assertThat(failures.isRepeat(ACME, body("a"))).isTrue();
        assertThat(failures.isRepeat(ACME, body("b"))).isFalse();
        assertThat(failures.isRepeat(new Tenant("other"), body("a"))).isFalse();
    }

    @Test
    void success_endsIt() {
        failures.add(ACME, body("a"));
        failures.remove(ACME, body("a"));

        assertThat(failures.isRepeat(ACME, body("a"))).isFalse();
    }

    @Test
    void failure_forgottenAfterItsTime_countedFromTheLatest() {
        failures.add(ACME, body("a"));
        pass(Duration.ofSeconds(20));
        failures.add(ACME, body("a"));
        pass(Duration.ofSeconds(20));
        assertThat(failures.isRepeat(ACME, body("a"))).isTrue();
        pass(Duration.ofSeconds(11));
        assertThat(failures.isRepeat(ACME, body("a"))).isFalse();
    }

    @Test
    void failures_moreThanAreKept_oldestForgotten() {
        for (int i = 0; i <= 10_000; i++) {
            failures.add(ACME, body("b" + i));
        }

        assertThat(failures.isRepeat(ACME, body("b0"))).isFalse();
        assertThat(failures.isRepeat(ACME, body("b1"))).isTrue();
        assertThat(failures.isRepeat(ACME, body("b10000"))).isTrue();
    }

    private void pass(Duration span) {
        now.addAndGet(span.toNanos());
    }

    private static Bytes body(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
