package dev.penstock.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * One world from a seed: some nodes with the real engine in them on one store, a provider, callers, and trouble; after a
 * while the trouble ends, and everything has to come to rest.
 */
final class World {

    private static final long SECOND = 1_000_000_000L;

    /** No operation has a longer deadline, whoever reopens it. */
    private static final long LONGEST_REST = 500 * SECOND;

    private final Variant variant;
    private final WorldStore store;
    private final Trace trace;
    private final Coverage coverage = new Coverage();
    private final SplittableRandom random;
    private final Scheduler scheduler;
    private final Faults faults;
    private final Provider provider;
    private final Judge judge;
    private final NodeProcess outside = new NodeProcess("world");
    private final List<Node> nodes = new ArrayList<>();
    private final int limit;
    private final List<Waiting> callers = new ArrayList<>();

    World(long seed, Variant variant, WorldStore store, boolean wordy) {
        this.variant = variant;
        this.store = store;
        this.trace = new Trace(wordy);
        this.random = new SplittableRandom(seed);
        this.scheduler = new Scheduler(random.split(), trace);
        this.faults = new Faults(random.split());
        this.provider = new Provider(this, random.split());
        this.judge = new Judge(this);
        this.limit = random.nextInt(1, 5);
    }

    /** One who waits at a process for what is under a key. */
    record Waiting(int number, NodeProcess process, String key) {}

    /**
     * How a world went.
     *
     * @param violations what must not happen and did
     * @param hash of everything that happened, in order
     * @param lines the same in words, where they were asked for
     * @param coverage how often what happened
     */
    record Outcome(List<String> violations, long hash, List<String> lines, Coverage coverage) {}

    /** Lets it run from its beginning to its rest. */
    Outcome run() {
        store.reset();
        scheduler.run(outside, this::live);
        for (Throwable thrown : scheduler.thrown()) {
            judge.violated("a task threw " + thrown + " at "
                    + (thrown.getStackTrace().length == 0 ? "?" : thrown.getStackTrace()[0]));
        }
        return new Outcome(judge.violations(), trace.hash(), trace.lines(), coverage);
    }

    private void live() {
        int count = random.nextInt(1, 4);
        NodePlan plan = NodePlan.draw(random, limit);
        for (int i = 0; i < count; i++) {
            Node node = new Node(this, i, plan, random.split());
            nodes.add(node);
            node.start();
        }
        Callers workload = new Callers(this, random.split());
        workload.begin();
        scheduler.start(outside, "trouble", new Trouble(this, random.split())::run);
        scheduler.start(outside, "operators", new Operators(this, random.split())::run);
        scheduler.sleep(random.nextLong(30, 80) * SECOND);
        faults.end();
        said("calm", () -> "trouble ends");
        rest();
        said(
                "rest",
                () -> "callers " + waiting() + " up "
                        + nodes.stream()
                                .map(node -> node.process() + " " + node.isUp())
                                .toList());
        said("limit", () -> "" + limit);
        new Findings(store.session()).permits().forEach(row -> said("permits", () -> row));
        nodes.forEach(node -> scheduler.standing(node.process()).forEach(task -> said("stands", () -> task)));
        judge.judge();
        if (waiting() > 0) {
            judge.violated(waiting() + " callers wait for ever");
        }
        nodes.forEach(Node::vanish);
        outside.crash();
    }

    /** Until nothing is open any more and nobody stands still, and for a few seconds beyond. */
    private void rest() {
        Findings findings = new Findings(store.session());
        long giveUp = scheduler.now() + LONGEST_REST;
        int quiet = 0;
        while (quiet < 4 && scheduler.now() < giveUp) {
            scheduler.sleep(SECOND);
            boolean busy = waiting() > 0 || nodes.stream().anyMatch(node -> !node.isSound()) || findings.open() > 0;
            quiet = busy ? 0 : quiet + 1;
        }
    }

    Variant variant() {
        return variant;
    }

    WorldStore store() {
        return store;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Faults faults() {
        return faults;
    }

    Provider provider() {
        return provider;
    }

    Judge judge() {
        return judge;
    }

    /** What belongs to no node. */
    NodeProcess outside() {
        return outside;
    }

    List<Node> nodes() {
        return nodes;
    }

    /** How many the account takes at once. */
    int limit() {
        return limit;
    }

    /** How long the provider may go on after a client left. */
    long abortHold() {
        return NodePlan.ABORT_HOLD.toNanos();
    }

    long storeMillis() {
        return ProcessTime.START.toEpochMilli() + scheduler.now() / 1_000_000;
    }

    void callerCame(Waiting caller) {
        callers.add(caller);
    }

    void callerWent(Waiting caller) {
        callers.remove(caller);
    }

    /** Somebody waits no longer, although there is no answer yet; whoever came first for a key leads. */
    void callerLeaves(Waiting caller) {
        List<Waiting> all = callers.stream()
                .filter(other ->
                        other.key().equals(caller.key()) && !other.process().isDead())
                .toList();
        if (!all.getFirst().equals(caller)) {
            happened(Event.JOINER_LEFT, caller::key);
            return;
        }
        happened(Event.LEADER_LEFT, caller::key);
        List<Waiting> joined = all.subList(1, all.size());
        if (joined.stream().anyMatch(other -> other.process() == caller.process())) {
            happened(Event.LEADER_LEFT_JOINED_HERE, caller::key);
        }
        if (joined.stream().anyMatch(other -> other.process() != caller.process())) {
            happened(Event.LEADER_LEFT_JOINED_ELSEWHERE, caller::key);
        }
    }

    /** How many callers wait whose process lives. */
    private long waiting() {
        return callers.stream().filter(caller -> !caller.process().isDead()).count();
    }

    void crash(NodeProcess process, Event how) {
        if (!process.isDead()) {
            happened(how, process::name);
            for (Node node : nodes) {
                if (node.process() == process) {
                    node.comeBackLater();
                }
            }
            process.crash();
        }
    }

    void freeze(NodeProcess process, Event how) {
        long span = faults.freeze();
        happened(how, () -> "%s for %.1f s".formatted(process, span / 1e9));
        if (span > 15 * SECOND) {
            happened(Event.FREEZE_BEYOND_LEASE, process::name);
        }
        process.freeze(scheduler.now() + span);
    }

    void strikeBeforeSend(NodeProcess process) {
        if (faults.oneIn(4)) {
            crash(process, Event.CRASH_BEFORE_SEND);
        } else {
            freeze(process, Event.FREEZE_BEFORE_SEND);
        }
    }

    void happened(Event event, Supplier<String> words) {
        coverage.count(event);
        trace.event(scheduler.now(), event.name(), words);
    }

    void said(String kind, Supplier<String> words) {
        trace.event(scheduler.now(), kind, words);
    }

    void happened(Script script, Request request) {
        switch (script.kind()) {
            case WHOLE -> {
                if (script.works() > 8 * SECOND) {
                    happened(Event.SLOW_ANSWER, request::toString);
                } else {
                    said("request", request::toString);
                }
            }
            case INTERRUPTED -> happened(Event.INTERRUPTED, request::toString);
            case TURNED_AWAY -> happened(Event.STATUS_RETRYABLE, request::toString);
            case REJECTED -> happened(Event.STATUS_FINAL, request::toString);
            case STOPPED -> happened(Event.STOPPED, request::toString);
            case INTERMEDIARY -> happened(Event.STATUS_AMBIGUOUS, request::toString);
            case CUT -> happened(Event.CUT_ANSWER, request::toString);
            case NONSENSE -> said("nonsense", request::toString);
            case SILENT -> {
                if (request.busyFrom() == Request.NEVER) {
                    happened(Event.RESET_IN_UPLOAD, request::toString);
                } else if (script.end() == Script.End.STALLS) {
                    happened(Event.STALLED, request::toString);
                } else {
                    happened(Event.RESET_BEFORE_ANSWER, request::toString);
                }
            }
        }
    }
}
