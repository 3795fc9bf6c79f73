package dev.penstock.it.cluster;

import dev.penstock.it.cluster.Question.Told;
import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator.SplittableGenerator;

/** Does to a cluster what may happen to it, under callers who repeat their keys and work that nobody waits for. */
public final class ClusterDrill {

    /** Slow enough to be caught in the middle, and now and then a refusal, which may be sent again. */
    private static final String SCRIPT = """
            seed: 7
            defaults:
              delay: {before_head: 20ms..400ms, between_chunks: 0ms..5ms}
            rules:
              - when: {probability: 0.1}
                then: {status: 429}
            """;

    private static final int CALLERS_PER_SUBMITTER = 4;

    private final Path directory;
    private final ClusterPlan plan;
    private final SplittableGenerator random;
    private final Set<String> committed = new HashSet<>();
    private final List<Thread> beside = new ArrayList<>();
    private volatile boolean over;
    private volatile boolean databaseIsAway;

    public ClusterDrill(Path directory, ClusterPlan plan) {
        this.directory = directory;
        this.plan = plan;
        this.random = new SplittableRandom(plan.seed());
    }

    /** Runs it. */
    public ClusterFindings run() {
        Cluster.Shape shape = new Cluster.Shape(ClusterPlan.NODES, plan.limit(), "PT1S");
        try (Cluster cluster = new Cluster(directory, SCRIPT, shape)) {
            return run(cluster);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private ClusterFindings run(Cluster cluster) throws InterruptedException {
        List<Node> nodes = cluster.nodes();
        DeathWatch watch = new DeathWatch(
                cluster.ledger(), () -> !databaseIsAway && nodes.stream().anyMatch(Node::isWell));
        List<RoamingCaller> callers = new ArrayList<>();
        List<Submitter> submitters = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < plan.callers(); i++) {
            callers.add(new RoamingCaller(i, nodes, () -> over, random.split()));
            threads.add(Thread.ofVirtual().start(callers.getLast()));
            if (i % CALLERS_PER_SUBMITTER == 0) {
                submitters.add(new Submitter(i, nodes, () -> over, random.split()));
                threads.add(Thread.ofVirtual().start(submitters.getLast()));
            }
        }
        for (Trouble trouble : plan.troubles()) {
            LockSupport.parkNanos(random.nextLong(plan.longestGap().toNanos()));
            committed.addAll(cluster.ledger().succeeded());
            make(trouble, cluster, watch);
        }
        for (Thread thread : beside) {
            thread.join();
        }
        LockSupport.parkNanos(plan.longestGap().toNanos());
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        return found(cluster, watch, callers, submitters);
    }

    private void make(Trouble trouble, Cluster cluster, DeathWatch watch) {
        switch (trouble) {
            case Trouble.Kill kill -> {
                Node node = free(cluster, kill.node());
                try {
                    watch.of(node.worker(), "kill");
                    node.kill();
                    node.start();
                } finally {
                    node.trouble().unlock();
                }
            }
            case Trouble.Pause pause ->
                besides(cluster, pause.node(), node -> {
                    watch.of(node.worker(), "pause");
                    node.stop();
                    LockSupport.parkNanos(pause.lasting().toNanos());
                    node.goOn();
                });
            case Trouble.RestartDatabase ignored -> {
                databaseIsAway = true;
                cluster.restartDatabase();
                databaseIsAway = false;
            }
            case Trouble.TerminateBackends ignored -> cluster.terminateBackends();
            case Trouble.BreakLink link ->
                besides(cluster, link.node(), node -> {
                    node.isWell(false);
                    node.link().fail(link.fault());
                    LockSupport.parkNanos(link.lasting().toNanos());
                    node.link().heal();
                    node.isWell(true);
                });
        }
    }

    /** Begins on a node to which nothing else is being done, and goes on while the next trouble is made. */
    private void besides(Cluster cluster, int first, java.util.function.Consumer<Node> doing) {
        java.util.concurrent.CountDownLatch begun = new java.util.concurrent.CountDownLatch(1);
        beside.add(Thread.ofPlatform().start(() -> {
            Node node = free(cluster, first);
            begun.countDown();
            try {
                doing.accept(node);
            } finally {
                node.trouble().unlock();
            }
        }));
        try {
            begun.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first node from this one on to which nothing is being done; held by the thread that asked. */
    private static Node free(Cluster cluster, int first) {
        while (true) {
            for (int i = 0; i < cluster.nodes().size(); i++) {
                Node node = cluster.nodes().get((first + i) % cluster.nodes().size());
                if (node.trouble().tryLock()) {
                    return node;
                }
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private ClusterFindings found(
            Cluster cluster, DeathWatch watch, List<RoamingCaller> callers, List<Submitter> submitters)
            throws InterruptedException {
        ClusterLedger ledger = cluster.ledger();
        Await.until("every operation has ended", () -> ledger.open().isEmpty());
        List<Question> questions = callers.stream()
                .flatMap(caller -> caller.asked().stream())
                .map(question -> repeated(question, cluster.nodes()))
                .toList();
        cluster.provider().drop();
        Set<String> lost = new HashSet<>(committed);
        lost.removeAll(ledger.succeeded());
        return new ClusterFindings(
                plan,
                questions,
                submitters.stream()
                        .flatMap(submitter -> submitter.accepted().stream())
                        .toList(),
                submitters.stream()
                        .flatMap(submitter -> submitter.wrong().stream())
                        .toList(),
                watch.deaths(),
                new ClusterFindings.Ledger(
                        ledger.view().newest(), ledger.view().attempts(), ledger.settledByEvidence(), lost),
                cluster.provider().log().requests());
    }

    /** After the last trouble everybody who comes back is told the same, by whichever node. */
    private Question repeated(Question question, List<Node> nodes) {
        Chat chat = question.chat().streamed(!question.chat().stream());
        List<Told> all = new ArrayList<>(question.told());
        all.add(RoamingCaller.askUntilTold(nodes, chat, random));
        return new Question(question.key(), question.chat(), all);
    }
}
