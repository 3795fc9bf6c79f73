package dev.penstock.store;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a generation goes when an attempt has ended. */
public sealed interface Next {

    /**
     * It has ended.
     *
     * @param state a settled state
     * @param reason what ended it
     * @param flags what is to be said beside a success: "limited", "late", "no_usage", …; each one word, empty for none
     * @param comeBack how long the provider asked us to stay away, from which a dead letter is not reopened sooner; null
     *     if it said nothing
     */
    record Settled(
            OperationState state,
            EndReason reason,
            List<String> flags,
            @Nullable Duration comeBack) implements Next {
        /** Copies the flags and checks the state. */
        public Settled {
            flags = List.copyOf(flags);
            if (flags.stream().anyMatch(flag -> flag.contains(","))) {
                throw new IllegalArgumentException("a flag is one word: " + flags);
            }
            if (!state.isSettled()) {
                throw new IllegalArgumentException(state + " is not settled");
            }
        }

        /**
         * An end after which nobody has to be left alone.
         *
         * @param state a settled state
         * @param reason what ended it
         * @param flags what is to be said beside a success
         */
        public Settled(OperationState state, EndReason reason, List<String> flags) {
            this(state, reason, flags, null);
        }
    }

    /**
     * It is tried again.
     *
     * @param delay not before this much time has passed on the store's clock
     * @param reason what it waits for beside its time: STOPPED for a paused route; null for nothing else
     */
    record Retry(Duration delay, @Nullable EndReason reason) implements Next {}

    /**
     * The state this leads to.
     *
     * @return the state
     */
    default OperationState nextState() {
        return switch (this) {
            case Settled settled -> settled.state();
            case Retry ignored -> OperationState.RETRY_SCHEDULED;
        };
    }
}
