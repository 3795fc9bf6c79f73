package dev.penstock.it.cluster;

import dev.penstock.it.support.RequestLog.Request;
import java.util.List;

/**
 * How much of an account's limit was at work, weighted by time. Moments are microseconds on the machine's monotonic clock,
 * which the provider's log uses too.
 *
 * @param limit the account's limit
 * @param from when it begins to count
 * @param to when it ends
 */
record Utilisation(int limit, long from, long to) {

    /**
     * How many permits were kept back at a moment, and until the next look.
     *
     * @param at when it was looked
     * @param permits how many belonged to processes that had ended
     */
    record Quarantined(long at, int permits) {}

    /**
     * The share of what could be at work that was. What a client left behind counts until it died, not longer.
     *
     * @param requests the provider's log
     * @param looks when how many permits were kept back, in order
     * @param deaths when a client was killed, in order
     */
    double of(List<Request> requests, List<Quarantined> looks, List<Long> deaths) {
        double used = requests.stream()
                .mapToLong(request -> overlap(request.acceptedAt(), end(request, deaths)))
                .sum();
        double usable = 0;
        for (int i = 0; i < looks.size(); i++) {
            long until = i + 1 < looks.size() ? looks.get(i + 1).at() : to;
            usable += (double) overlap(looks.get(i).at(), until)
                    * Math.max(0, limit - looks.get(i).permits());
        }
        return usable == 0 ? 0 : used / usable;
    }

    private static long end(Request request, List<Long> deaths) {
        if (request.outcome().equals("complete")) {
            return request.workFinishedAt();
        }
        long death = deaths.stream()
                .mapToLong(Long::longValue)
                .filter(at -> at >= request.acceptedAt())
                .min()
                .orElse(request.acceptedAt());
        return Math.min(death, request.workFinishedAt());
    }

    private long overlap(long begin, long end) {
        return Math.max(0, Math.min(end, to) - Math.max(begin, from));
    }
}
