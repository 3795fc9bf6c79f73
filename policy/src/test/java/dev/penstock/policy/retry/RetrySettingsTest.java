package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ATTEMPT-1 R-DEADLINE-3 retry settings")
class RetrySettingsTest {

    @Test
    void defaults_areTheDocumentedOnes() {
        RetrySettings attached = RetrySettings.forAttached();
        RetrySettings background = RetrySettings.forBackground();

        assertThat(attached.operationDeadline()).isEqualTo(Duration.ofMinutes(2));
        assertThat(attached.maxAttempts()).isEqualTo(4);
        assertThat(attached.lifetimeAttempts()).isEqualTo(12);
        assertThat(attached.backoff()).isEqualTo(new Backoff(Duration.ofMillis(500), Duration.ofSeconds(4)));
        assertThat(attached.attemptCap()).isEqualTo(attached.operationDeadline());
        assertThat(attached.minimumAttempt()).isEqualTo(Duration.ofMillis(100));
        assertThat(background.operationDeadline()).isEqualTo(Duration.ofHours(1));
        assertThat(background.maxAttempts()).isEqualTo(10);
        assertThat(background.backoff()).isEqualTo(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30)));
        assertThat(background.attemptCap()).isEqualTo(Duration.ofMinutes(15));
        assertThat(background.forStreams().attemptCap()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void attempt_getsTheLesserOfItsCapAndWhatRemains() {
        RetrySettings settings = RetrySettings.forAttached().withAttemptCap(Duration.ofSeconds(30));

        assertThat(settings.attemptNanos(Duration.ofMinutes(1).toNanos()))
                .isEqualTo(Duration.ofSeconds(30).toNanos());
        assertThat(settings.attemptNanos(Duration.ofSeconds(7).toNanos()))
                .isEqualTo(Duration.ofSeconds(7).toNanos());
    }

    @Test
    void attempt_startsOnlyWithTheMinimumLeft() {
        RetrySettings settings = RetrySettings.forAttached();

        assertThat(settings.allowsAttempt(Duration.ofMillis(100).toNanos())).isTrue();
        assertThat(settings.allowsAttempt(Duration.ofMillis(100).toNanos() - 1)).isFalse();
        assertThat(settings.allowsAttempt(-1)).isFalse();
    }

    @Test
    void withOperationDeadline_aCapThatWasTheDeadlineFollowsIt() {
        Duration tenSeconds = Duration.ofSeconds(10);

        assertThat(RetrySettings.forAttached().withOperationDeadline(tenSeconds).attemptCap())
                .isEqualTo(tenSeconds);
        assertThat(RetrySettings.forBackground()
                        .withOperationDeadline(tenSeconds)
                        .attemptCap())
                .isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void settings_notPositiveNotFiniteOrOutOfOrder_areRefused() {
        RetrySettings good = RetrySettings.forAttached();
        Duration tooLong = Deadline.LONGEST.plusNanos(1);

        assertThatThrownBy(() -> good.withMaxAttempts(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> good.withOperationDeadline(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> good.withOperationDeadline(tooLong)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> good.withAttemptCap(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> good.withMinimumAttempt(Duration.ofSeconds(121)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> good.withAttemptCap(Duration.ofMillis(99)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lifetimeAttempts_ofAnyMaximum_doNotOverflow() {
        assertThat(RetrySettings.forAttached()
                        .withMaxAttempts(Integer.MAX_VALUE)
                        .lifetimeAttempts())
                .isEqualTo(Integer.MAX_VALUE);
    }
}
