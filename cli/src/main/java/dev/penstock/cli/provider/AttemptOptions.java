package dev.penstock.cli.provider;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.ReplayConverter;
import dev.penstock.client.CallSettings;
import dev.penstock.client.UpstreamStream;
import dev.penstock.policy.attempt.ReplaySetting;
import picocli.CommandLine.Option;

/** How often work that goes on alone is tried, and how its answers are asked for. */
public final class AttemptOptions {

    @Option(
            names = "--max-attempts",
            paramLabel = "N",
            defaultValue = "10",
            description = "Attempts for one request, the first one counted. Default: ${DEFAULT-VALUE}.")
    private int maxAttempts = 10;

    @Option(
            names = "--replay",
            paramLabel = "SETTING",
            defaultValue = "after-rejection",
            converter = ReplayConverter.class,
            description = "What may be sent again by itself: never, after-rejection, after-interruption or"
                    + " after-anything (accepts paying twice). Default: ${DEFAULT-VALUE}.")
    private ReplaySetting replay = ReplaySetting.AFTER_REJECTION;

    @Option(
            names = "--upstream-stream",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Whether answers are asked for as streams: auto, always or never. The results are the same."
                    + " Default: ${DEFAULT-VALUE}.")
    private UpstreamStream upstreamStream = UpstreamStream.AUTO;

    /** For picocli. */
    public AttemptOptions() {}

    /**
     * Whether answers are asked for as streams.
     *
     * @return when they are
     */
    public UpstreamStream upstreamStream() {
        return upstreamStream;
    }

    /**
     * How often a call is tried.
     *
     * @param calls the rest of its settings
     * @return the same with these
     * @throws Refusal if it is to be tried less than once
     */
    public CallSettings of(CallSettings calls) {
        if (maxAttempts < 1) {
            throw new Refusal("--max-attempts counts the first request and is at least 1, was " + maxAttempts);
        }
        return calls.withMaxAttempts(maxAttempts).withReplay(replay);
    }
}
