package dev.penstock.it.gateway.overload;

import dev.penstock.it.gateway.overload.Arrivals.Arrived;
import dev.penstock.it.support.RequestLog.Request;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What came of a load.
 *
 * @param plan the load
 * @param begin when what counts began, nanoseconds
 * @param calls every call
 * @param log what the provider saw
 * @param afterwards a call once it should be over
 */
public record OverloadFindings(
        OverloadPlan plan, long begin, List<Arrived> calls, List<Request> log, Arrived afterwards) {

    /** The part of the provider's time that went into answers that a caller got. */
    public double useful() {
        long from = begin / 1_000;
        long to = from + plan.measured().toNanos() / 1_000;
        Set<String> got = new HashSet<>();
        calls.stream()
                .filter(call -> call.said().isAnswer())
                .forEach(call -> got.add(call.chat().digest()));
        long busy = log.stream()
                .filter(request -> request.status() == 200 && got.contains(request.contentSha256()))
                .mapToLong(request ->
                        Math.max(0, Math.min(to, request.finishedAt()) - Math.max(from, request.receivedAt())))
                .sum();
        return (double) busy / (to - from) / OverloadPlan.LIMIT;
    }

    /** The part of a client's calls that was answered. */
    public double answered(String tenant) {
        List<Arrived> own = counted(call -> call.client().tenant().equals(tenant));
        return own.isEmpty()
                ? 0
                : (double) own.stream().filter(call -> call.said().isAnswer()).count() / own.size();
    }

    /** How long a tenant's calls waited that were answered, milliseconds. */
    public long wait(String tenant) {
        return p99(
                counted(call -> call.said().isAnswer() && call.client().tenant().equals(tenant)),
                Arrived::waitedMillis);
    }

    /** Calls that the gateway refused at the door. */
    public int refused() {
        return counted(Arrived::isRefusedAtTheDoor).size();
    }

    /** How long such a refusal took, milliseconds. */
    public long refusal() {
        return p99(counted(Arrived::isRefusedAtTheDoor), call -> call.nanos() / 1_000_000);
    }

    public long slowestRefusal() {
        return counted(Arrived::isRefusedAtTheDoor).stream()
                .mapToLong(call -> call.nanos() / 1_000_000)
                .max()
                .orElse(0);
    }

    /** The part of the provider's requests that repeated an earlier one, while originals waited all the time. */
    public double retries() {
        long from = begin / 1_000;
        long to = from + plan.measured().toNanos() / 1_000;
        Set<String> seen = new HashSet<>();
        long sends = 0;
        long again = 0;
        for (Request request : log) {
            boolean isRetry = !seen.add(request.contentSha256());
            if (request.acceptedAt() >= from && request.acceptedAt() < to) {
                sends++;
                again += isRetry ? 1 : 0;
            }
        }
        return (double) again / sends;
    }

    /** The most at work at once, and refused by the provider for it. */
    public int mostActive() {
        return log.stream().mapToInt(Request::active).max().orElse(0);
    }

    public long refusedByProvider() {
        return log.stream().filter(request -> request.status() == 429).count();
    }

    /** What callers were told that is neither an answer nor a refusal. */
    public List<String> others() {
        return calls.stream()
                .filter(call -> !call.said().isAnswer() && !call.isRefusal())
                .map(call -> call.said().status() + " " + call.said().code())
                .distinct()
                .toList();
    }

    /** One line for a person. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%d calls, useful %.1f %% of capacity; refused %d, p99 %d ms, slowest %d ms; p99 wait light %d ms, modest"
                        + " %d ms, heavy %d ms;"
                        + " answered light %.2f, modest %.2f, heavy %.2f, batch %.2f; retries %.3f of sends; at most %d at"
                        + " work, %d refused by the provider; others %s; afterwards %d after %d ms",
                calls.size(),
                100 * useful(),
                refused(),
                refusal(),
                slowestRefusal(),
                wait("light"),
                wait("modest"),
                wait("heavy"),
                answered("light"),
                answered("modest"),
                answered("heavy"),
                answered("batch"),
                retries(),
                mostActive(),
                refusedByProvider(),
                others(),
                afterwards.said().status(),
                afterwards.waitedMillis());
    }

    private List<Arrived> counted(Predicate<Arrived> condition) {
        return calls.stream()
                .filter(call -> call.at() >= begin)
                .filter(condition)
                .toList();
    }

    private static long p99(Collection<Arrived> calls, ToLongFunction<Arrived> value) {
        long[] sorted = calls.stream().mapToLong(value).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[Math.min(sorted.length - 1, sorted.length * 99 / 100)];
    }
}
