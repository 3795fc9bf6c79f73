package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pauses of one process and what happens to them, with time as an argument. It remembers which scopes changed until
 * somebody takes the list. Not thread-safe: {@link RoutePauses} is the lock around it.
 */
final class PauseTable {

    private static final RouteAccess CLEAR = new RouteAccess.Clear();

    private final long probeEvery;
    private final Map<PauseScope, RoutePause.Paused> paused = new LinkedHashMap<>();
    private Set<PauseScope> changed = new LinkedHashSet<>();

    PauseTable(long probeEvery) {
        this.probeEvery = probeEvery;
    }

    /** Clear, barred, or a probe of everything that stands in the way of this credential. */
    RouteAccess ask(RouteCredential route, RoutePauses owner, long now) {
        List<RouteProbe.Taken> due = new ArrayList<>();
        for (PauseScope scope : scopesOf(route)) {
            RoutePause.Paused pause = paused.get(scope);
            if (pause == null) {
                continue;
            }
            if (pause.isRepairedBy(route)) {
                remove(scope);
            } else if (pause.nextProbeAt() - now > 0) {
                return new RouteAccess.Barred(pause.what(), pause.since(), Duration.ofNanos(pause.nextProbeAt() - now));
            } else {
                due.add(new RouteProbe.Taken(scope, pause));
            }
        }
        if (due.isEmpty()) {
            return CLEAR;
        }
        due.forEach(taken -> put(taken.scope(), taken.pause().withNextProbeAt(now + probeEvery)));
        return new RouteProbe(owner, due);
    }

    /** A stop; one that stands already stays as it is. */
    void stopped(RouteCredential route, Verdict.Stop.What what, Instant since, long now) {
        PauseScope scope = PauseScope.of(what, route);
        if (!paused.containsKey(scope)) {
            put(scope, new RoutePause.Paused(what, since, now + probeEvery, route));
        }
    }

    /** A probe got through: the stops that it was taken for end, later ones stay. */
    void probePassed(List<RouteProbe.Taken> taken) {
        taken.stream().filter(this::stands).forEach(probed -> remove(probed.scope()));
    }

    /** A probe was not used: the next one may come at once. */
    void probeGivenBack(List<RouteProbe.Taken> taken, long now) {
        taken.stream()
                .filter(this::stands)
                .forEach(probed -> put(probed.scope(), probed.pause().withNextProbeAt(now)));
    }

    /** Ends a pause; false if there was none. */
    boolean remove(PauseScope scope) {
        boolean was = paused.remove(scope) != null;
        if (was) {
            changed.add(scope);
        }
        return was;
    }

    void put(PauseScope scope, RoutePause.Paused pause) {
        paused.put(scope, pause);
        changed.add(scope);
    }

    RoutePause.@Nullable Paused get(PauseScope scope) {
        return paused.get(scope);
    }

    boolean isEmpty() {
        return paused.isEmpty();
    }

    Set<PauseScope> scopes() {
        return Set.copyOf(paused.keySet());
    }

    /** What changed since the last call. */
    Set<PauseScope> takeChanges() {
        Set<PauseScope> taken = changed;
        changed = new LinkedHashSet<>();
        return taken;
    }

    private boolean stands(RouteProbe.Taken probed) {
        RoutePause.Paused now = paused.get(probed.scope());
        return now != null && now.isSameStopAs(probed.pause());
    }

    private static List<PauseScope> scopesOf(RouteCredential route) {
        return List.of(
                new PauseScope.OfAccount(route.account()),
                new PauseScope.OfCredential(route.account(), route.credential()));
    }
}
