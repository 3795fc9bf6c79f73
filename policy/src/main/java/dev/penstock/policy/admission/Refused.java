package dev.penstock.policy.admission;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Not admitted; nothing was queued, sent or charged (R-ADMIT-4).
 *
 * @param reason why
 * @param retryAfter when coming back has a fair chance; null where it has none, or where nobody asked
 */
public record Refused(RefusalReason reason, @Nullable Duration retryAfter) implements Admission, PermitDecision {}
