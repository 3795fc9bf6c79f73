package dev.penstock.client;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.PauseRow;
import dev.penstock.policy.admission.PauseScope;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.StoreException;
import dev.penstock.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the pauses of routes the same here and in the ledger: loads them at the start, writes what changes here, and
 * takes over what others ended or began (design 6). Thread-safe.
 */
final class PauseKeeper {

    /** One waiting operation may find out this often whether a pause has ended (design 6). */
    static final Duration PROBE_EVERY = Duration.ofSeconds(60);

    private static final System.Logger LOG = System.getLogger(PauseKeeper.class.getName());

    private final @Nullable RoutePauseRows rows;
    private final RoutePauses pauses;

    /** What is known to be in the ledger. */
    private final Set<PauseScope> stored = ConcurrentHashMap.newKeySet();

    /** What has changed here and is to be written: the pause, or none any more. */
    private final Map<PauseScope, Optional<PauseRow>> changed = new ConcurrentHashMap<>();

    private final AtomicBoolean writing = new AtomicBoolean();

    /** What has been told of, by name. */
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    PauseKeeper(@Nullable RoutePauseRows rows, Time time) {
        this.rows = rows;
        this.pauses = new RoutePauses(PROBE_EVERY, time, this::write);
    }

    RoutePauses pauses() {
        return pauses;
    }

    /** What is stopped now. */
    List<EngineSnapshot.Pause> seen() {
        List<EngineSnapshot.Pause> seen = new ArrayList<>();
        for (PauseScope scope : pauses.paused()) {
            pauses.row(scope).ifPresent(row -> seen.add(new EngineSnapshot.Pause(Scopes.name(scope), row.what())));
        }
        return seen;
    }

    /** Loads what the ledger holds; the start of a process may probe at once. */
    void load() {
        if (rows != null) {
            readable(rows).forEach(row -> pauses.load(row, true));
            stored.addAll(pauses.paused());
        }
    }

    /** Takes over what others changed in the ledger. */
    void follow() {
        if (rows == null) {
            return;
        }
        // Before the look: a pause that begins here meanwhile is not yet in what it finds.
        Set<PauseScope> gone = new HashSet<>(stored);
        Set<PauseScope> here = pauses.paused();
        Set<PauseScope> moving = Set.copyOf(changed.keySet());
        Set<PauseScope> there = new HashSet<>();
        for (PauseRow pause : readable(rows)) {
            there.add(pause.scope());
            if (!here.contains(pause.scope())
                    && !moving.contains(pause.scope())
                    && !changed.containsKey(pause.scope())) {
                pauses.load(pause, false);
            }
        }
        gone.removeAll(there);
        gone.forEach(pauses::forget);
        stored.removeAll(gone);
        stored.addAll(there);
    }

    /**
     * Two writes of one scope may overtake each other on their way: one caller writes at a time, what was so at the last
     * change. Whoever comes meanwhile leaves it to that one.
     */
    private void write(Set<PauseScope> scopes) {
        if (rows == null) {
            return;
        }
        for (PauseScope scope : scopes) {
            changed.compute(scope, (changedNow, before) -> pauses.row(changedNow));
        }
        while (!changed.isEmpty() && writing.compareAndSet(false, true)) {
            try {
                changed.forEach((scope, row) -> {
                    write(rows, scope, row);
                    // Only now, so that what the ledger still says of it is not taken for news; not if it changed
                    // again.
                    changed.remove(scope, row);
                });
            } finally {
                writing.set(false);
            }
        }
    }

    private void write(RoutePauseRows rows, PauseScope scope, Optional<PauseRow> row) {
        try {
            if (row.isEmpty()) {
                stored.remove(scope);
                rows.remove(Scopes.name(scope));
            } else if (pauses.row(scope).isPresent()) {
                // Else it has ended meanwhile: here, and then that is written next, or elsewhere.
                rows.put(text(row.get()));
                stored.add(scope);
            }
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "a pause could not be recorded: {0}", e.kind());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a pause could not be recorded, for a fault of ours: {0}", e.getClass());
        }
    }

    private static RoutePauseRows.Row text(PauseRow row) {
        return new RoutePauseRows.Row(
                Scopes.name(row.scope()),
                row.what().name().toLowerCase(Locale.ROOT),
                row.since().toEpochMilli(),
                row.nextProbeAt().toEpochMilli(),
                row.cause().credential() + ":" + row.cause().digest(),
                null);
    }

    /** What another version wrote, or a hand, stands in nobody's way. */
    private List<PauseRow> readable(RoutePauseRows rows) {
        List<PauseRow> readable = new ArrayList<>();
        for (RoutePauseRows.Row row : rows.all()) {
            try {
                readable.add(read(row));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                if (unreadable.add(row.scope())) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "a pause in the ledger cannot be read and is passed over; ops resume removes it: {0}",
                            row.scope());
                }
            }
        }
        return readable;
    }

    private static PauseRow read(RoutePauseRows.Row row) {
        PauseScope scope = Scopes.parse(row.scope());
        String cause = row.credentialDigest() == null ? ":" : row.credentialDigest();
        int colon = cause.lastIndexOf(':');
        AccountKey account = scope.account();
        return new PauseRow(
                scope,
                Verdict.Stop.What.valueOf(row.what().toUpperCase(Locale.ROOT)),
                Instant.ofEpochMilli(row.since()),
                Instant.ofEpochMilli(row.nextProbeAt()),
                new RouteCredential(account, cause.substring(0, colon), cause.substring(colon + 1)));
    }
}
