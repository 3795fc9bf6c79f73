package dev.penstock.it.simulate;

import dev.penstock.client.CallEvent;
import dev.penstock.client.Penstock;
import dev.penstock.store.Ledger;
import dev.penstock.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A node: one process after another with the real engine in it. */
final class Node {

    private static final long SECOND = 1_000_000_000L;

    private final World world;
    private final int number;
    private final NodePlan plan;
    private final SplittableRandom random;

    /** Since when what its engine last said of a key is that it waits. */
    private final Map<String, Long> waiting = new HashMap<>();

    private NodeProcess process;
    private ProcessTime time;
    private StoreAccess access;
    private int starts;
    private @Nullable Penstock penstock;

    Node(World world, int number, NodePlan plan, SplittableRandom random) {
        this.world = world;
        this.number = number;
        this.plan = plan;
        this.random = random;
        this.process = new NodeProcess("node" + number);
        this.time = clock(process);
        this.access = access(process, time);
    }

    NodeProcess process() {
        return process;
    }

    StoreAccess access() {
        return access;
    }

    ProcessTime time() {
        return time;
    }

    boolean isUp() {
        return penstock != null && !process.isDead();
    }

    /** Whether nothing ails it. */
    boolean isSound() {
        return isUp() && !process.isFrozen(world.scheduler().now()) && !access.isCutOff();
    }

    /** Whether what waits there under a key began to wait after a moment, and was neither sent nor ended since. */
    boolean waitsSince(long moment, String key) {
        return waiting.getOrDefault(key, Long.MIN_VALUE) > moment;
    }

    /** Its engine; null while it is down. */
    @Nullable
    Penstock penstock() {
        return process.isDead() ? null : penstock;
    }

    /** Starts as a new process, with clocks of its own. */
    void start() {
        starts++;
        process = new NodeProcess("node" + number + "." + starts);
        time = clock(process);
        access = access(process, time);
        penstock = null;
        waiting.clear();
        if (starts > 1) {
            world.happened(Event.RESTART, process::name);
        }
        world.scheduler().start(process, "boot", this::boot);
    }

    void comeBackLater() {
        penstock = null;
        long pause = random.nextLong(SECOND / 5, random.nextBoolean() ? 3 * SECOND : 25 * SECOND);
        world.scheduler().start(world.outside(), "restart", () -> {
            world.scheduler().sleep(pause);
            start();
        });
    }

    /** Drains and ends as it should, and comes back. */
    void drain() {
        Penstock engine = penstock();
        if (engine == null) {
            return;
        }
        penstock = null;
        NodeProcess ending = process;
        world.happened(Event.DRAIN, ending::name);
        world.scheduler().start(ending, "drain", () -> {
            engine.close();
            world.said("drained", ending::name);
            comeBackLater();
            ending.crash();
        });
    }

    /** The world ends. */
    void vanish() {
        process.crash();
    }

    private void boot() {
        while (penstock == null) {
            try {
                Ledger opened = WorldLedger.open(
                        access,
                        () -> ProcessTime.START.plusNanos(world.scheduler().now()),
                        random.split(),
                        world.store().keyRing());
                penstock = Penstock.open(
                        plan.config(opened, this::heard, time.time(), random.split()),
                        new WorldTransport(world, process));
            } catch (StoreException e) {
                world.scheduler().sleep(SECOND);
            }
        }
    }

    private void heard(CallEvent event) {
        switch (event) {
            case CallEvent.Waits waits -> begins(waits.subject());
            case CallEvent.RetryScheduled scheduled -> begins(scheduled.subject());
            case CallEvent.AttemptStarted started -> ends(started.subject());
            case CallEvent.Settled settled -> ends(settled.subject());
            case CallEvent.Accepted ignored -> {}
            case CallEvent.AttemptEnded ignored -> {}
            case CallEvent.Delivered ignored -> {}
            case CallEvent.RouteStopped ignored -> {}
        }
        if (event instanceof CallEvent.Waits waits && waits.waitingFor() == CallEvent.WaitingFor.PERMIT) {
            world.happened(Event.WAITED_FOR_PERMIT, process::name);
        }
    }

    private void begins(CallEvent.Subject waits) {
        if (waits.key() != null) {
            waiting.put(waits.key().value(), world.scheduler().now());
        }
    }

    private void ends(CallEvent.Subject waits) {
        if (waits.key() != null) {
            waiting.remove(waits.key().value());
        }
    }

    private ProcessTime clock(NodeProcess of) {
        long firstTick = random.nextInt(4) == 0 ? Long.MAX_VALUE - random.nextLong(100 * SECOND) : random.nextLong();
        Duration skew = random.nextInt(3) == 0 ? Duration.ofMillis(random.nextLong(-60_000, 60_000)) : Duration.ZERO;
        return new ProcessTime(world.scheduler(), of, firstTick, skew);
    }

    private StoreAccess access(NodeProcess of, ProcessTime clock) {
        return new StoreAccess(world, of, () -> clock.time().wall().millis());
    }
}
