package dev.penstock.provider.profile;

import dev.penstock.policy.attempt.Verdict;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sections of a profile's file, exactly as they are written there. Each names the source of what it says. */
final class Sections {

    private Sections() {}

    /** A section that says where its facts were read. */
    interface Sourced {
        String source();
    }

    record EndpointSection(URI baseUrl, String chatPath, String modelsPath, String source) implements Sourced {
        EndpointSection {
            Objects.requireNonNull(baseUrl, "base_url");
            Objects.requireNonNull(chatPath, "chat_path");
            Objects.requireNonNull(modelsPath, "models_path");
            Objects.requireNonNull(source, "source");
        }
    }

    record ModelSection(
            String id,
            @Nullable Set<String> aliases,
            @Nullable Integer concurrency,
            String source) implements Sourced {
        ModelSection {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(source, "source");
        }
    }

    record WaitingSection(boolean keepAlives, @Nullable Duration documentedWait, String source) implements Sourced {
        WaitingSection {
            Objects.requireNonNull(source, "source");
        }
    }

    record AbortSection(Duration hold, String source) implements Sourced {
        AbortSection {
            Objects.requireNonNull(hold, "hold");
            Objects.requireNonNull(source, "source");
        }
    }

    record LimitsSection(boolean perUser, String source) implements Sourced {
        LimitsSection {
            Objects.requireNonNull(source, "source");
        }
    }

    record HintsSection(boolean retryAfterMs, String source) implements Sourced {
        HintsSection {
            Objects.requireNonNull(source, "source");
        }
    }

    record MessagesSection(List<String> reasoningFields, String source) implements Sourced {
        MessagesSection {
            Objects.requireNonNull(reasoningFields, "reasoning_fields");
            Objects.requireNonNull(source, "source");
        }
    }

    record FinishesSection(
            Set<String> documented, @Nullable Set<String> accepted, boolean doneWithoutFinishCompletes, String source)
            implements Sourced {
        FinishesSection {
            Objects.requireNonNull(documented, "documented");
            Objects.requireNonNull(source, "source");
        }
    }

    record CodesSection(
            @Nullable Map<String, Verdict.Stop.What> stop,
            @Nullable Map<String, RateCause> rate,
            @Nullable Set<String> unknownModel,
            @Nullable Map<String, Integer> errorStatuses,
            String source)
            implements Sourced {
        CodesSection {
            Objects.requireNonNull(source, "source");
        }
    }

    /** What this deployment decides on top of what the provider documents; all off by default. */
    record ChoicesSection(
            @Nullable Set<Integer> transientStatuses,
            boolean notProcessableIsNotSent,
            boolean closedBeforeInferenceIsOverload) {}

    record AbsentSection(String contract, String source) implements Sourced {
        AbsentSection {
            Objects.requireNonNull(contract, "contract");
            Objects.requireNonNull(source, "source");
        }
    }

    /** Why a 429 came, as a code names it. */
    enum RateCause {
        CONCURRENCY(Verdict.Transient.Why.RATE_CONCURRENCY),
        RPM(Verdict.Transient.Why.RATE_RPM),
        TPM(Verdict.Transient.Why.RATE_TPM),
        UNKNOWN(Verdict.Transient.Why.RATE_UNKNOWN);

        private final Verdict.Transient.Why why;

        RateCause(Verdict.Transient.Why why) {
            this.why = why;
        }

        Verdict.Transient.Why why() {
            return why;
        }
    }
}
