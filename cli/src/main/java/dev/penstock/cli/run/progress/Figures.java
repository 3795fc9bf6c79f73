package dev.penstock.cli.run.progress;

import dev.penstock.client.CallEvent.WaitingFor;
import java.math.BigDecimal;
import java.util.Map;

/**
 * The figures of a run at one moment.
 *
 * @param lines lines by how they ended
 * @param waiting how many operations wait for what
 * @param originals first attempts
 * @param retries further attempts
 * @param sends attempts that may have reached the provider
 * @param recovered operations that succeeded with a retry
 * @param promptTokens tokens in, where the provider said so
 * @param completionTokens tokens out, where the provider said so
 * @param unknownUsage operations of which usage or cost is not known in full
 * @param costs what is known of the cost, by currency; a lower bound where anything is unknown
 */
public record Figures(
        Map<LineEnd, Long> lines,
        Map<WaitingFor, Integer> waiting,
        long originals,
        long retries,
        long sends,
        long recovered,
        long promptTokens,
        long completionTokens,
        long unknownUsage,
        Map<String, BigDecimal> costs) {

    /** Copies the maps. */
    public Figures {
        lines = Map.copyOf(lines);
        waiting = Map.copyOf(waiting);
        costs = Map.copyOf(costs);
    }

    /**
     * Lines that ended so.
     *
     * @param end how
     * @return how many
     */
    public long of(LineEnd end) {
        return lines.getOrDefault(end, 0L);
    }

    /**
     * Lines that this run has nothing more to do for.
     *
     * @return how many
     */
    public long done() {
        return lines.values().stream().mapToLong(Long::longValue).sum() - of(LineEnd.PUT_BACK);
    }

    /**
     * Lines that have an answer.
     *
     * @return how many, those from earlier runs included
     */
    public long answered() {
        return of(LineEnd.SUCCEEDED) + of(LineEnd.FINISHED_EARLIER);
    }

    /**
     * Lines that were rejected before anything was sent.
     *
     * @return invalid, duplicate and conflicting ones
     */
    public long unsendable() {
        return of(LineEnd.INVALID) + of(LineEnd.DUPLICATE) + of(LineEnd.CONFLICT);
    }

    /**
     * Operations between two attempts.
     *
     * @return how many sleep before their next one
     */
    public int retrying() {
        return waiting.getOrDefault(WaitingFor.BACKOFF, 0);
    }

    /**
     * What is known of the cost.
     *
     * @return "0.0123 USD", with "≥" where anything is unknown; "unknown" if nothing is known
     */
    public String costText() {
        if (costs.isEmpty()) {
            return "unknown";
        }
        StringBuilder text = new StringBuilder(unknownUsage > 0 ? "≥ " : "");
        String separator = "";
        for (Map.Entry<String, BigDecimal> cost : costs.entrySet()) {
            text.append(separator)
                    .append(Money.text(cost.getValue()))
                    .append(' ')
                    .append(cost.getKey());
            separator = " + ";
        }
        return text.toString();
    }
}
