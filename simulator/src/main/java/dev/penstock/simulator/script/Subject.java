package dev.penstock.simulator.script;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a rule looks at.
 *
 * @param path the target without its query
 * @param account the account of the request's key
 * @param model the model asked for, null if unknown
 * @param stream whether a stream was asked for, null if unknown
 * @param content the text of the last user message, null if there is none
 * @param contentSha256 hex digest of that text, null if there is none
 * @param sinceStart how long the simulator has been running
 */
public record Subject(
        String path,
        String account,
        @Nullable String model,
        @Nullable Boolean stream,
        @Nullable String content,
        @Nullable String contentSha256,
        Duration sinceStart) {

    @Override
    public String toString() {
        return "Subject[path=" + path + ", model=" + model + ", stream=" + stream + "]";
    }
}
