package dev.penstock.provider.config;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * Where a provider fact was read, and when somebody last looked (R-PROFILE-1). Immutable.
 *
 * @param title the document, as a person would look for it
 * @param reviewed the day it was last read
 */
public record Source(String title, LocalDate reviewed) {

    /** After how many days a fact counts as stale (design 2). */
    public static final int STALE_AFTER_DAYS = 90;

    /** Checks that both are given. */
    public Source {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(reviewed, "reviewed");
        if (title.isBlank()) {
            throw new IllegalArgumentException("a source needs a title");
        }
    }

    /**
     * Whether the last review is too long ago.
     *
     * @param today the day to compare with
     * @return true if more than {@link #STALE_AFTER_DAYS} days lie between
     */
    public boolean isStale(LocalDate today) {
        return ChronoUnit.DAYS.between(reviewed, today) > STALE_AFTER_DAYS;
    }
}
