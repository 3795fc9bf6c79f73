package dev.penstock.it.cluster;

import dev.penstock.it.cluster.Utilisation.Quarantined;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.stream.Collectors;

/** Two gateways, one account, and many more callers than it takes: first both live, then one is killed again and again. */
public final class SharedLimitDrill {

    /** The account's limit. */
    public static final int LIMIT = 20;

    /** How many gateways there are. */
    public static final int NODES = 2;

    private static final String SCRIPT = "defaults: {delay: {before_head: 400ms..600ms}}\n";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final long LOOK = Duration.ofMillis(100).toNanos();
    private static final long ONE_SECOND = Duration.ofSeconds(1).toNanos();

    private final Path directory;
    private final Plan plan;
    private final SplittableGenerator random;
    private final LongAdder answered = new LongAdder();
    private final List<Quarantined> looks = new CopyOnWriteArrayList<>();
    private final List<Long> deaths = new ArrayList<>();
    private volatile boolean over;

    /**
     * How hard it is tried.
     *
     * @param callers how many call at once
     * @param steady for how long both live
     * @param troubled for how long one is killed
     * @param longestLife how long it lives at most
     * @param seed where chance begins
     */
    public record Plan(int callers, Duration steady, Duration troubled, Duration longestLife, long seed) {}

    /**
     * What was found.
     *
     * @param mostActive the most requests at work at once
     * @param sends how many there were
     * @param answered how many callers were answered
     * @param kills how often the one was killed
     * @param steady the share of the limit that was used while both lived
     * @param troubled the share of what was not kept back that was used while one was killed
     * @param heartbeats how many were written in a minute while both lived, by PostgreSQL's count
     */
    public record Findings(
            int mostActive, int sends, long answered, int kills, double steady, double troubled, double heartbeats) {

        /** One line for a person. */
        public String describe() {
            return """
                    %d sends, at most %d at once; %d answered; %.1f %% used while both lived, %.1f %% of what was not kept back \
                    over %d kills; %.0f heartbeats a minute""".formatted(sends, mostActive, answered, 100 * steady, 100 * troubled, kills, heartbeats);
        }
    }

    public SharedLimitDrill(Path directory, Plan plan) {
        this.directory = directory;
        this.plan = plan;
        this.random = new SplittableRandom(plan.seed());
    }

    /** Runs it. */
    public Findings run() throws InterruptedException {
        try (Cluster cluster = new Cluster(directory, SCRIPT, new Cluster.Shape(NODES, LIMIT, "PT0S"))) {
            List<Thread> threads = new ArrayList<>();
            threads.add(Thread.ofPlatform().start(() -> look(cluster)));
            for (int i = 0; i < plan.callers(); i++) {
                int number = i;
                RandomGenerator own = random.split();
                threads.add(Thread.ofVirtual().start(() -> call(cluster, number, own)));
            }
            LockSupport.parkNanos(WARM_UP.toNanos());
            long began = micros();
            long beatsBefore = cluster.ledger().heartbeats();
            LockSupport.parkNanos(plan.steady().toNanos());
            long beats = cluster.ledger().heartbeats() - beatsBefore;
            long between = micros();
            kill(cluster.nodes().get(1));
            long ended = micros();
            over = true;
            cluster.provider().drop();
            for (Thread thread : threads) {
                thread.join();
            }
            List<Request> log = cluster.provider().log().requests();
            return new Findings(
                    log.stream().mapToInt(Request::active).max().orElse(0),
                    log.size(),
                    answered.sum(),
                    deaths.size(),
                    new Utilisation(LIMIT, began, between).of(log, looks, deaths),
                    new Utilisation(LIMIT, between, ended).of(log, looks, deaths),
                    beats * 60e6 / (between - began));
        }
    }

    private void kill(Node node) {
        long end = System.nanoTime() + plan.troubled().toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(random.nextLong(ONE_SECOND, plan.longestLife().toNanos()));
            deaths.add(micros());
            node.kill();
            node.start();
        }
    }

    private void look(Cluster cluster) {
        while (!over) {
            long now = micros();
            int permits = cluster.ledger()
                    .permitsOfOthersThan(cluster.nodes().stream()
                            .filter(Node::isWell)
                            .map(Node::worker)
                            .collect(Collectors.toSet()));
            looks.add(new Quarantined(now, permits));
            LockSupport.parkNanos(LOOK);
        }
    }

    private void call(Cluster cluster, int number, RandomGenerator own) {
        for (int i = 0; !over; i++) {
            Node node = cluster.nodes().get(own.nextInt(cluster.nodes().size()));
            try {
                Said said = node.ask(Chat.of("question " + number + " " + i), PATIENCE);
                if (said.isAnswer()) {
                    answered.increment();
                    continue;
                }
            } catch (IOException e) {
                // That node is dead: another is asked.
            }
            LockSupport.parkNanos(own.nextLong(ONE_SECOND));
        }
    }

    private static long micros() {
        return System.nanoTime() / 1_000;
    }
}
