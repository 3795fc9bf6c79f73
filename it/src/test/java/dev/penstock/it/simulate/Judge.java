package dev.penstock.it.simulate;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Watches a world from outside: the provider's log and the database, and what callers were told. Never the engine's own
 * counters.
 */
final class Judge {

    /** Much more than a look at the ledger takes, and a commit that has to be tried again. */
    private static final long TOLD_WITHIN = 8_000_000_000L;

    private final World world;
    private final Findings findings;
    private final List<String> violations = new ArrayList<>();
    private final Map<NodeProcess, Set<String>> identities = new HashMap<>();
    private final Map<GenerationRef, String> told = new HashMap<>();
    private final Set<GenerationRef> committed = new HashSet<>();
    private final Set<Request.Attempted> used = new HashSet<>();
    private final Map<GenerationRef, End> ends = new HashMap<>();

    /** Who ended a generation, and when. */
    private record End(NodeProcess by, long at) {}

    Judge(World world) {
        this.world = world;
        this.findings = new Findings(world.store().session());
    }

    List<String> violations() {
        return violations;
    }

    void violated(String what) {
        violations.add(what);
        world.said("VIOLATION", () -> what);
    }

    /** A write of a process is durable. */
    void committed(NodeProcess process, @Nullable Object result) {
        if (result == null) {
            return;
        }
        switch (result) {
            case WorkerId worker -> {
                Set<String> mine = identities.computeIfAbsent(process, ignored -> new HashSet<>());
                if (mine.add(worker.value()) && mine.size() > 1) {
                    world.happened(Event.NEW_IDENTITY, () -> process + " is " + worker.value());
                } else {
                    world.said("commit", () -> process + " is " + worker.value());
                }
            }
            case WriteResult.Committed done -> moved(process, done.record());
            case WriteResult.Fenced fenced -> {
                OperationRecord there = fenced.record();
                world.happened(
                        Event.FENCED,
                        () -> process + " " + (there == null ? "" : there.key().value() + " is " + there.state()));
            }
            case java.util.Map<?, ?> recovered -> {
                if (!recovered.isEmpty()) {
                    world.said("recovered", () -> process + " " + recovered);
                }
            }
            case List<?> claimed ->
                claimed.forEach(each -> {
                    if (each instanceof OperationRecord record) {
                        moved(process, record);
                    }
                });
            case dev.penstock.store.PermitBlocks.Block block -> world.said("block", () -> process + " " + block);
            default -> {}
        }
    }

    private void moved(NodeProcess process, OperationRecord record) {
        world.said(
                "commit",
                () -> "%s %s/%d is %s %s in epoch %d, %d attempts, of %s"
                        .formatted(
                                process,
                                record.key().value(),
                                record.ref().generation(),
                                record.state(),
                                record.reason() == null ? "" : record.reason(),
                                record.epoch(),
                                record.attempts().started(),
                                record.lease() == null
                                        ? "nobody"
                                        : record.lease().worker().value()));
        if (record.state() == OperationState.SUCCEEDED) {
            committed.add(record.ref());
        }
        if (record.state().isSettled()) {
            ends.put(record.ref(), new End(process, world.scheduler().now()));
        } else {
            // What was reopened has not ended, and who had waited for that end waits for another.
            ends.remove(record.ref());
        }
        if (isReservedEarly(record)) {
            world.happened(
                    Event.RESERVED_EARLY, () -> process + " " + record.key().value());
        }
    }

    /** In epoch 0 nobody has claimed it, reopened it or tried to send it. */
    private static boolean isReservedEarly(OperationRecord record) {
        return record.state() == OperationState.RECEIVED
                && record.settings().mode() == OperationMode.ATTACHED
                && record.epoch() == 0;
    }

    /** The first byte of a request leaves: its sender must have the right to it at this very moment. */
    void firstByte(Request request) {
        Set<String> mine = identities.getOrDefault(request.sender(), Set.of());
        for (Findings.Right right : findings.rights(request.key())) {
            if (mine.contains(right.worker()) && used.add(right.attempt())) {
                request.belongsTo(right.attempt());
                check(request, right);
                return;
            }
        }
        violated("a send without an intent of its sender's own: " + request);
    }

    private void check(Request request, Findings.Right right) {
        boolean anything = right.replay().equals("after_anything");
        if (right.unknownBefore() > 0 && !anything) {
            violated("sent again after an attempt of which nobody knows: " + request);
        }
        if (right.cancelledAt() != 0 && right.cancelledAt() < right.startedAt()) {
            violated("sent after a cancel that had won: " + request);
        }
        for (Request earlier : world.provider().log()) {
            if (earlier != request
                    && !anything
                    && earlier.isRead()
                    && isOf(
                            earlier,
                            right.attempt().operation(),
                            right.attempt().generation())
                    && !mayBeSentAgain(earlier.script().kind(), right.replay())
                    && !findings.isVouchedFor(earlier.attempt())) {
                violated("a second generation: " + request + " after " + earlier);
            }
        }
        if (right.attempt().number() > 1) {
            world.happened(Event.SENT_AGAIN, request::toString);
        }
    }

    private static boolean isOf(Request request, String operation, int generation) {
        Request.Attempted attempt = request.attempt();
        return attempt != null && attempt.isOf(operation, generation);
    }

    private static boolean mayBeSentAgain(Script.Kind kind, String replay) {
        return switch (kind) {
            case TURNED_AWAY, STOPPED -> true;
            case INTERRUPTED -> replay.equals("after_interruption");
            case WHOLE, REJECTED, INTERMEDIARY, CUT, SILENT, NONSENSE -> false;
        };
    }

    /** A caller was given an answer, which must be one to what it asked. */
    void told(GenerationRef ref, Request.Asked asked, String answer) {
        for (Request request : world.provider().log()) {
            if (request.id().equals(answer) && !request.asked().equals(asked)) {
                violated(asked + " was given the answer to " + request.asked());
            }
        }
        String before = told.putIfAbsent(ref, answer);
        if (before != null && !before.equals(answer)) {
            violated("two results for one generation: " + before + " and " + answer);
        }
    }

    /**
     * A caller was told something whose operation had waited at its node. What others had ended is told soon, where nothing
     * ailed that node since.
     *
     * @param node where it asked
     * @param asked when
     * @param key under which
     * @param told the generation that it was told of
     */
    void toldAfterWaiting(Node node, long asked, String key, GenerationRef told) {
        End end = ends.get(told);
        if (end == null || end.by() == node.process() || end.at() < asked || !node.waitsSince(asked, key)) {
            return;
        }
        world.happened(Event.OVERTAKEN, () -> key + " at " + node.process());
        boolean ailed =
                node.process().stoodStillSince(end.at()) || node.access().wasCutOffSince(end.at());
        if (!ailed && world.scheduler().now() - end.at() > TOLD_WITHIN) {
            violated("waited on for what others had ended: " + key + " at " + node.process());
        }
    }

    /** A key was refused to a caller; in doubt it is, but not without any. */
    void conflict(Request.Asked asked, boolean verifiable, boolean isOnlyOne) {
        world.happened(verifiable ? Event.KEY_CONFLICT : Event.KEY_UNVERIFIABLE, asked::toString);
        if (verifiable && isOnlyOne) {
            violated("called another request than the only one that there ever was: " + asked);
        }
        if (!verifiable && world.store().isFirstRing()) {
            violated("cannot be verified, and no key was ever lost: " + asked);
        }
    }

    /** After the run: everything that can be said from the database and the log. */
    void judge() {
        findings.generations().forEach(this::judge);
        for (String late : findings.late()) {
            world.happened(Event.LATE_EVIDENCE, () -> late);
        }
        permits();
    }

    private void judge(Findings.Generation generation) {
        if (!generation.state().isSettled()) {
            violated("never ended: " + generation);
        }
        List<String> results = findings.results(generation);
        if (results.size() > 1) {
            violated("two results for " + generation);
        }
        boolean succeeded = generation.state() == OperationState.SUCCEEDED;
        String given = told.get(generation.ref());
        if (given != null && !succeeded) {
            violated("a result was given and is lost: " + generation);
        }
        if (given != null && !results.isEmpty() && !results.getFirst().contains("\"" + given + "\"")) {
            violated("another result than was given: " + generation + " was " + given);
        }
        if (committed.contains(generation.ref()) && !succeeded) {
            violated("a result was committed and is lost: " + generation);
        }
        if (generation.state() == OperationState.UNKNOWN_OUTCOME) {
            world.happened(Event.UNKNOWN, generation::toString);
            unknown(generation);
        }
        if (succeeded) {
            world.happened(Event.SUCCEEDED, generation::toString);
        }
    }

    /** Nothing is called unknown of which a process knows that lives and never stood still since. */
    private void unknown(Findings.Generation generation) {
        if (findings.isSuperseded(generation)) {
            return;
        }
        Request last = null;
        boolean all = true;
        for (Request request : world.provider().log()) {
            if (isOf(
                    request,
                    generation.ref().operation().value(),
                    generation.ref().generation())) {
                last = request;
                all &= request.script().kind().tellsTheTruth() && request.toldAt() != Request.NEVER;
            }
        }
        if (last != null
                && all
                && !last.sender().isDead()
                && !last.sender().stoodStillSince(last.firstByteAt())
                && findings.allAttemptsAreIn(generation, world.provider().log())) {
            violated("unknown, and its sender knows: " + generation + " by " + last);
        }
    }

    /** Never more at work than the account allows, from the provider's view. */
    private void permits() {
        TreeMap<Long, Integer> changes = new TreeMap<>();
        for (Request request : world.provider().log()) {
            if (request.isRead() && request.script().works() > 0) {
                changes.merge(request.busyFrom(), 1, Integer::sum);
                changes.merge(request.busyUntil(world.abortHold()), -1, Integer::sum);
            }
        }
        int busy = 0;
        for (Map.Entry<Long, Integer> change : changes.entrySet()) {
            busy += change.getValue();
            if (busy > world.limit()) {
                long when = change.getKey();
                violated("%d at work at %.6f, and %d are allowed: %s"
                        .formatted(
                                busy,
                                when / 1e9,
                                world.limit(),
                                world.provider().log().stream()
                                        .filter(request -> request.isBusy(when, world.abortHold()))
                                        .toList()));
                return;
            }
        }
    }
}
