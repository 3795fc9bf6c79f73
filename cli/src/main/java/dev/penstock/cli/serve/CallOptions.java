package dev.penstock.cli.serve;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.ReplayConverter;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.gateway.config.CallsConfig;
import dev.penstock.gateway.config.Delivery;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.gateway.config.LimitsConfig;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.retry.BudgetScope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How calls run, and how many. */
final class CallOptions {

    @Option(
            names = "--max-active",
            paramLabel = "N",
            description = "Attempts on their way at once, for each account and model; the provider's own limit holds"
                    + " beside it. Default: 64.")
    private @Nullable Integer maxActive;

    @Option(
            names = "--max-retained",
            paramLabel = "N",
            description = "Calls that are queued, active or sleeping at once; more are refused. Default: 1000.")
    private @Nullable Integer maxRetained;

    @Option(
            names = "--retry-budget-scope",
            paramLabel = "SCOPE",
            description = "Over what the retry budget counts: process, or account: all processes of one database"
                    + " together, for each account. Default: process.")
    private @Nullable BudgetScope retryBudgetScope;

    @Option(
            names = "--deadline",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "How long a call may take in all, where its caller does not say. Default: 2m.")
    private @Nullable Duration deadline;

    @Option(
            names = "--max-attempts",
            paramLabel = "N",
            description = "Attempts for one call, the first one counted. Default: 4.")
    private @Nullable Integer maxAttempts;

    @Option(
            names = "--replay",
            paramLabel = "SETTING",
            converter = ReplayConverter.class,
            description = "What may be sent again by itself, where the caller does not say: never, after-rejection,"
                    + " after-interruption or after-anything (accepts paying twice). Default: after-rejection.")
    private @Nullable ReplaySetting replay;

    @Option(
            names = "--delivery",
            paramLabel = "MODE",
            description =
                    "Streams pass as they come (live), or are held back until complete, so that an interrupted one"
                            + " may be replaced (buffered). Default: live.")
    private @Nullable Delivery delivery;

    GatewayConfig over(GatewayConfig config) {
        try {
            return config.withSettings(limits(config.limits()), calls(config.calls()));
        } catch (IllegalArgumentException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }

    private LimitsConfig limits(LimitsConfig file) {
        LimitsConfig limits = maxActive == null ? file : file.withMaxActive(maxActive);
        limits = maxRetained == null ? limits : limits.withMaxRetained(maxRetained);
        return retryBudgetScope == null ? limits : limits.withRetryBudgetScope(retryBudgetScope);
    }

    private CallsConfig calls(CallsConfig file) {
        CallsConfig calls = deadline == null ? file : file.withDeadline(deadline);
        calls = maxAttempts == null ? calls : calls.withMaxAttempts(maxAttempts);
        calls = replay == null ? calls : calls.withReplay(replay);
        return delivery == null ? calls : calls.withDelivery(delivery);
    }
}
