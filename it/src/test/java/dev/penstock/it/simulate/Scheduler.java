package dev.penstock.it.simulate;

import dev.penstock.time.Signal;
import dev.penstock.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of a world one at a time. Each has a thread of its own, and only the one that holds the baton runs; it
 * gives the baton up where it waits, and chance says who has it next. When nobody can run, virtual time goes on to the
 * next moment at which somebody can. The same chance gives the same run.
 */
final class Scheduler {

    /** A task that holds the baton for so long in real time is stuck where no seam is. */
    private static final long STUCK_NANOS = 120_000_000_000L;

    private final SplittableRandom random;
    private final Trace trace;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Task> able = new ArrayList<>();
    private final PriorityQueue<Pending> timers = new PriorityQueue<>();
    private final List<Throwable> thrown = new ArrayList<>();
    private long now;
    private long sequence;
    private final AtomicLong steps = new AtomicLong();
    private @Nullable Task current;
    private @Nullable Task first;

    Scheduler(SplittableRandom random, Trace trace) {
        this.random = random;
        this.trace = trace;
    }

    /** One thread's part in the world. */
    private static final class Task {
        private final long id;
        private final NodeProcess process;
        private final String name;
        private Thread thread = Thread.currentThread();
        private volatile boolean hasBaton;
        private boolean waits;
        private long until;
        private @Nullable Signal signal;

        Task(long id, NodeProcess process, String name) {
            this.id = id;
            this.process = process;
            this.name = name;
        }

        boolean isAble(long now) {
            if (process.isDead()) {
                return true;
            }
            if (process.isFrozen(now)) {
                return false;
            }
            return !waits || until <= now || (signal != null && signal.isSet());
        }

        long ableAt() {
            return waits ? Math.max(until, process.frozenUntil()) : process.frozenUntil();
        }
    }

    private record Pending(long at, long sequence, NodeProcess process, Runnable action)
            implements Comparable<Pending> {
        @Override
        public int compareTo(Pending other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(sequence, other.sequence);
        }
    }

    /** Virtual nanoseconds since the world began. */
    long now() {
        return now;
    }

    /** What tasks threw that nobody expected. */
    List<Throwable> thrown() {
        return thrown;
    }

    /** Runs a first task on this thread, and all that it begins on threads of theirs, until the last one has ended. */
    void run(NodeProcess process, Runnable main) {
        Task me = new Task(sequence++, process, "main");
        first = me;
        tasks.add(me);
        current = me;
        guarded(main);
        tasks.remove(me);
        if (!tasks.isEmpty()) {
            give(choose());
            awaitBaton(me);
        }
    }

    /** Begins a task; it runs when its turn comes. */
    void start(NodeProcess process, String name, Runnable body) {
        live();
        Task task = new Task(sequence++, process, name);
        tasks.add(task);
        task.thread = Thread.ofVirtual().name(process + "/" + name).unstarted(() -> {
            awaitBaton(task);
            if (!task.process.isDead()) {
                guarded(body);
            }
            tasks.remove(task);
            give(tasks.isEmpty() ? Objects.requireNonNull(first) : choose());
        });
        task.thread.start();
    }

    /** Lets others run for a while. */
    void sleep(long nanos) {
        Task me = live();
        me.until = now + Math.max(0, nanos);
        me.signal = null;
        wait(me);
    }

    /** Waits for a signal, for a while at most. */
    boolean await(Signal signal, long nanos) {
        Task me = live();
        if (signal.isSet() || nanos <= 0) {
            return signal.isSet();
        }
        long until = now + nanos;
        me.until = until < now ? Long.MAX_VALUE : until;
        me.signal = signal;
        wait(me);
        return signal.isSet();
    }

    /** Does something later, on whichever thread has the baton then. */
    Timers.Timer after(NodeProcess process, long nanos, Runnable action) {
        Pending pending = new Pending(now + Math.max(0, nanos), sequence++, process, action);
        timers.add(pending);
        return () -> timers.remove(pending);
    }

    /** Where the tasks of a process wait, and until when, for whoever looks for what never ended. */
    List<String> standing(NodeProcess process) {
        return tasks.stream()
                .filter(task -> task.process == process)
                .map(task -> "%s until %.3f at %s"
                        .formatted(
                                task.name,
                                task.until / 1e9,
                                Stream.of(task.thread.getStackTrace())
                                        .map(StackTraceElement::toString)
                                        .filter(frame -> frame.contains("dev.penstock") && !frame.contains("simulate"))
                                        .limit(6)
                                        .toList()))
                .toList();
    }

    /** The task that runs, which goes no further if its process has crashed. */
    private Task live() {
        Task me = current;
        if (me == null) {
            throw new IllegalStateException("nobody has the baton");
        }
        if (me.process.isDead()) {
            throw new Vanished();
        }
        return me;
    }

    private void wait(Task me) {
        me.waits = true;
        Task next = choose();
        if (next != me) {
            give(next);
            awaitBaton(me);
        }
        me.waits = false;
        live();
    }

    private Task choose() {
        while (true) {
            able.clear();
            for (Task task : tasks) {
                if (task.isAble(now)) {
                    able.add(task);
                }
            }
            if (!able.isEmpty()) {
                Task next = able.get(able.size() == 1 ? 0 : random.nextInt(able.size()));
                current = next;
                trace.step(next.id, now);
                steps.incrementAndGet();
                return next;
            }
            passTime();
        }
    }

    /** On to the next moment at which somebody can run or a timer falls due. */
    private void passTime() {
        long next = Long.MAX_VALUE;
        for (Task task : tasks) {
            next = Math.min(next, task.ableAt());
        }
        Pending timer = timers.peek();
        if (timer != null && timer.at <= next) {
            timers.poll();
            now = Math.max(now, timer.at);
            fire(timer);
            return;
        }
        if (next == Long.MAX_VALUE) {
            throw new IllegalStateException("everybody waits for ever");
        }
        now = Math.max(now, next);
    }

    private void fire(Pending timer) {
        if (timer.process.isDead()) {
            return;
        }
        if (timer.process.isFrozen(now)) {
            timers.add(new Pending(timer.process.frozenUntil(), sequence++, timer.process, timer.action));
            return;
        }
        guarded(timer.action);
    }

    private void guarded(Runnable body) {
        try {
            body.run();
        } catch (Vanished e) {
            // Its process crashed.
        } catch (RuntimeException | Error e) {
            thrown.add(e);
        }
    }

    private static void give(Task next) {
        next.hasBaton = true;
        LockSupport.unpark(next.thread);
    }

    private void awaitBaton(Task me) {
        while (!me.hasBaton) {
            if (me == first) {
                long before = steps.get();
                long since = System.nanoTime();
                LockSupport.parkNanos(this, STUCK_NANOS);
                if (System.nanoTime() - since >= STUCK_NANOS) {
                    refuseToHang(me, before);
                }
            } else {
                LockSupport.park(this);
            }
        }
        me.hasBaton = false;
    }

    private void refuseToHang(Task me, long stepsBefore) {
        Task holder = current;
        if (!me.hasBaton && steps.get() == stepsBefore && holder != null) {
            AssertionError stuck = new AssertionError(holder.name + " keeps the baton");
            stuck.setStackTrace(holder.thread.getStackTrace());
            throw stuck;
        }
    }
}
