package dev.penstock.simulator.script;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * When a rule applies. All parts that are given have to hold: first those that look at the request and the time, then
 * the count of the requests that met those, then chance.
 *
 * @param model the model's name, {@code *} stands for anything; null for any
 * @param path the target without its query, {@code *} stands for anything; null for any
 * @param account the account of the key; null for any
 * @param stream whether a stream is asked for; null for either
 * @param contains a part of the last user message's text; null for any
 * @param contentSha256 hex digest of the last user message's text; null for any
 * @param window when, since the start
 * @param occurrence which of them, in their order
 * @param probability how likely, from 0 to 1
 */
public record Match(
        @Nullable String model,
        @Nullable String path,
        @Nullable String account,
        @Nullable Boolean stream,
        @Nullable String contains,
        @Nullable String contentSha256,
        Window window,
        Occurrence occurrence,
        double probability) {

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the probability is not between 0 and 1
     */
    public Match {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability must be between 0 and 1: " + probability);
        }
    }

    /**
     * A builder of conditions, none set.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Whether it looks at anything that only the request's body tells.
     *
     * @return true if model, stream or content are among its conditions
     */
    public boolean needsBody() {
        return model != null || stream != null || contains != null || contentSha256 != null;
    }

    /**
     * Whether the conditions on the request and the time hold; count and chance are not looked at.
     *
     * @param subject the request
     * @return true if they hold
     */
    public boolean accepts(Subject subject) {
        return glob(model, subject.model())
                && glob(path, subject.path())
                && (account == null || account.equals(subject.account()))
                && (stream == null || stream.equals(subject.stream()))
                && (contains == null
                        || Objects.requireNonNullElse(subject.content(), "").contains(contains))
                && (contentSha256 == null || contentSha256.equals(subject.contentSha256()))
                && window.contains(subject.sinceStart());
    }

    private static boolean glob(@Nullable String pattern, @Nullable String value) {
        if (pattern == null) {
            return true;
        }
        if (value == null) {
            return false;
        }
        String[] parts = pattern.split("\\*", -1);
        if (parts.length == 1) {
            return pattern.equals(value);
        }
        String last = parts[parts.length - 1];
        if (!value.startsWith(parts[0])) {
            return false;
        }
        int at = parts[0].length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = value.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        return value.length() - last.length() >= at && value.endsWith(last);
    }

    /** Builds conditions step by step. Not thread-safe. */
    public static final class Builder {
        private @Nullable String model;
        private @Nullable String path;
        private @Nullable String account;
        private @Nullable Boolean stream;
        private @Nullable String contains;
        private @Nullable String contentSha256;
        private Window window = Window.ALWAYS;
        private Occurrence occurrence = Occurrence.EACH;
        private double probability = 1;

        private Builder() {}

        /**
         * Only this model.
         *
         * @param name its name, {@code *} stands for anything
         * @return this
         */
        public Builder model(String name) {
            model = name;
            return this;
        }

        /**
         * Only this target.
         *
         * @param target the path without its query, {@code *} stands for anything
         * @return this
         */
        public Builder path(String target) {
            path = target;
            return this;
        }

        /**
         * Only this account.
         *
         * @param name the account, as the keys name it
         * @return this
         */
        public Builder account(String name) {
            account = name;
            return this;
        }

        /**
         * Only streams, or only what is not a stream.
         *
         * @param asked whether a stream is asked for
         * @return this
         */
        public Builder stream(boolean asked) {
            stream = asked;
            return this;
        }

        /**
         * Only where the last user message holds a text.
         *
         * @param part the text
         * @return this
         */
        public Builder contains(String part) {
            contains = part;
            return this;
        }

        /**
         * Only where the last user message's text has a digest.
         *
         * @param hex SHA-256 of its UTF-8 bytes
         * @return this
         */
        public Builder contentSha256(String hex) {
            contentSha256 = hex.toLowerCase(Locale.ROOT);
            return this;
        }

        /**
         * Only from one moment to another since the start.
         *
         * @param from the beginning
         * @param to the end, null for none
         * @return this
         */
        public Builder window(Duration from, @Nullable Duration to) {
            return window(new Window(from, to));
        }

        Builder window(Window stretch) {
            window = stretch;
            return this;
        }

        Builder occurrence(Occurrence which) {
            occurrence = which;
            return this;
        }

        /**
         * Only these, counted from 1.
         *
         * @param counts which
         * @return this
         */
        public Builder nth(long... counts) {
            List<Long> which = LongStream.of(counts).boxed().toList();
            occurrence = new Occurrence(which, occurrence.first(), occurrence.after(), occurrence.every());
            return this;
        }

        /**
         * Only the first so many.
         *
         * @param count how many
         * @return this
         */
        public Builder first(long count) {
            occurrence = new Occurrence(occurrence.nth(), count, occurrence.after(), occurrence.every());
            return this;
        }

        /**
         * Only those after the first so many.
         *
         * @param count how many are spared
         * @return this
         */
        public Builder after(long count) {
            occurrence = new Occurrence(occurrence.nth(), occurrence.first(), count, occurrence.every());
            return this;
        }

        /**
         * Only each so manieth.
         *
         * @param count the step
         * @return this
         */
        public Builder every(long count) {
            occurrence = new Occurrence(occurrence.nth(), occurrence.first(), occurrence.after(), count);
            return this;
        }

        /**
         * Only with a chance, drawn from the script's seed.
         *
         * @param chance from 0 to 1
         * @return this
         */
        public Builder probability(double chance) {
            probability = chance;
            return this;
        }

        /**
         * The conditions.
         *
         * @return the conditions as set
         */
        public Match build() {
            return new Match(model, path, account, stream, contains, contentSha256, window, occurrence, probability);
        }
    }
}
