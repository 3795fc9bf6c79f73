package dev.penstock.policy.attempt;

/**
 * What the classifier makes of one attempt (design 4). A value: whoever holds it switches over it and needs nothing
 * else.
 */
public sealed interface Verdict {

    /** Local validation failed; nothing was sent (row 1). */
    record Invalid() implements Verdict {}

    /**
     * Provably not processed by the provider (rows 2 and 3).
     *
     * @param cause why
     */
    record NotSent(Cause cause) implements Verdict {
        /** Why nothing was sent. */
        public enum Cause {
            /** Our cancel came first. */
            CANCELLED,
            /** The operation's deadline came first. */
            DEADLINE,
            /** Our own cap or clock ended the attempt before a byte left. */
            CAP,
            /** Name look-up failed. */
            DNS,
            /** Connecting failed. */
            CONNECT,
            /** TLS failed. */
            TLS,
            /** The pool gave no living connection. */
            POOL,
            /** HTTP/2 REFUSED_STREAM. */
            REFUSED_STREAM,
            /** HTTP/2 GOAWAY. */
            GOAWAY,
            /** The connection broke before the request was complete, where the profile counts that as not sent. */
            NOT_PROCESSABLE
        }

        /**
         * Whether the operation is over with it, whatever its replay setting says (row 2).
         *
         * @return true for our cancel and for the operation's deadline
         */
        public boolean endsTheOperation() {
            return switch (cause) {
                case CANCELLED, DEADLINE -> true;
                case CAP, DNS, CONNECT, TLS, POOL, REFUSED_STREAM, GOAWAY, NOT_PROCESSABLE -> false;
            };
        }
    }

    /** Our own code failed before anything was sent (row 4). */
    record Internal() implements Verdict {}

    /**
     * Dispatch on this credential or account stops until somebody repairs it (rows 5 and 6).
     *
     * @param what what has to be repaired
     */
    record Stop(What what) implements Verdict {
        /** What has to be repaired. */
        public enum What {
            /** The account's balance. */
            BALANCE,
            /** The account's quota or billing. */
            QUOTA,
            /** The credential. */
            CREDENTIAL
        }
    }

    /**
     * Refused for a reason that passes (rows 7 and 8).
     *
     * @param why which reason
     */
    record Transient(Transient.Why why) implements Verdict {
        /** Why the provider refused. */
        public enum Why {
            /** Too many requests at once. */
            RATE_CONCURRENCY,
            /** Too many requests per minute. */
            RATE_RPM,
            /** Too many tokens per minute. */
            RATE_TPM,
            /** A 429 that does not name its reason (R-CLASS-8). */
            RATE_UNKNOWN,
            /** A 4xx that the route's allowlist adds. */
            ALLOWLISTED,
            /** 500 or 503. */
            SERVER,
            /** Closed after the documented wait, where the profile opted in (row 16). */
            OVERLOAD
        }

        /**
         * Whether this is a rate limit, which lowers simultaneous work (R-ADMIT-6).
         *
         * @return true for the four reasons of a 429
         */
        public boolean isRateLimit() {
            return switch (why) {
                case RATE_CONCURRENCY, RATE_RPM, RATE_TPM, RATE_UNKNOWN -> true;
                case ALLOWLISTED, SERVER, OVERLOAD -> false;
            };
        }
    }

    /**
     * Rejected by the provider (row 9).
     *
     * @param status its status
     */
    record Rejected(int status) implements Verdict {}

    /**
     * The provider may have processed it (rows 10, 12, 13, 14, 16, 17, 18, 26).
     *
     * @param why what left it open
     */
    record Ambiguous(Ambiguous.Why why) implements Verdict {
        /** What left the outcome open. */
        public enum Why {
            /** 499, 502, 504, 520 to 527 or another 5xx: an intermediary spoke, not the provider. */
            INTERMEDIARY,
            /** Reset or closed after the request had begun, with no status. */
            NO_ANSWER,
            /** Our operation deadline. */
            DEADLINE,
            /** Our cancel. */
            CANCELLED,
            /** Our attempt cap. */
            CAP,
            /** One of our stream clocks. */
            STALLED,
            /** An error object that names neither a status nor a known type. */
            ERROR,
            /** 200 and nothing but keep-alives. */
            EMPTY,
            /** Framing incomplete. */
            PARTIAL,
            /** Stream without a finish. */
            TRUNCATED,
            /** Our own code failed after the intent. */
            INTERNAL_ERROR
        }

        /**
         * Whether the operation is over with it, whatever its replay setting says (rows 13 and 26).
         *
         * @return true for our cancel, for the operation's deadline and for a failure of our own code
         */
        public boolean endsTheOperation() {
            return switch (why) {
                case DEADLINE, CANCELLED, INTERNAL_ERROR -> true;
                case INTERMEDIARY, NO_ANSWER, CAP, STALLED, ERROR, EMPTY, PARTIAL, TRUNCATED -> false;
            };
        }
    }

    /**
     * The generation was broken off (rows 15 and 20).
     *
     * @param by by an error after output, or by the provider's own finish reason
     */
    record Interrupted(By by) implements Verdict {
        /** What broke it off. */
        public enum By {
            /** An error object after output: whether the rest was generated is not known. */
            ERROR,
            /** insufficient_system_resource, aborted or an error on a choice. */
            PROVIDER
        }
    }

    /**
     * It ended, and cannot be used (rows 19, 21 and 23). Never a network retry.
     *
     * @param why which check it failed
     */
    record Unusable(Unusable.Why why) implements Verdict {
        /** Which check it failed. */
        public enum Why {
            /** It is not the protocol. */
            PROTOCOL,
            /** Its finish reason is unknown or missing. */
            UNKNOWN_FINISH,
            /** The requested schema is not met. */
            SCHEMA,
            /** The caller's check refused it. */
            APPLICATION
        }
    }

    /**
     * A complete answer (rows 22, 24 and 25).
     *
     * @param how in full, or with a flag
     * @param late whether it came after the deadline
     */
    record Completed(How how, boolean late) implements Verdict {
        /** How it completed. */
        public enum How {
            /** stop, tool_calls, or function_call where the profile lists it. */
            FULL,
            /** Some choice ended at its length. */
            LIMITED,
            /** Some choice was filtered. */
            FILTERED,
            /** Some choice is a refusal. */
            REFUSED
        }
    }
}
