package dev.penstock.it.cluster;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * One of two gateways is cut off from the database for a while: keys are asked for at that one, and at both, as if nothing
 * were.
 */
public final class CutOffDrill {

    private static final String SCRIPT = "defaults: {delay: {before_head: 100ms..300ms}}\n";
    private static final int LIMIT = 12;
    private static final int CALLERS = 6;

    /** A statement that gets no answer is given up after 15 s, and a connection is waited for 5 s. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long SETTLED = Duration.ofSeconds(3).toNanos();
    private static final long PAUSE = Duration.ofMillis(300).toNanos();

    private final Path directory;
    private final Duration cut;
    private final DatabaseLink.Fault fault;
    private final SplittableRandom random;
    private final List<String> saidWhileCut = new CopyOnWriteArrayList<>();
    private final List<Duration> waitedWhileCut = new CopyOnWriteArrayList<>();
    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final List<Thread> followUps = new CopyOnWriteArrayList<>();
    private volatile boolean isCut;
    private volatile boolean over;

    /**
     * What was found.
     *
     * @param cluster what everybody was told, the ledger and the provider's log
     * @param saidWhileCut what the node said that was cut off, by code; "" for an answer
     * @param waitedWhileCut how long each of these took, in order
     * @param sentWithoutRecord keys that the cut node sent while nothing of it could be recorded
     */
    public record Findings(
            ClusterFindings cluster,
            Map<String, Long> saidWhileCut,
            List<Duration> waitedWhileCut,
            List<String> sentWithoutRecord) {

        /** One line for a person. */
        public String describe() {
            return cluster.describe() + "; while it was cut off it said " + saidWhileCut + " after "
                    + waitedWhileCut.stream().map(Duration::toMillis).toList() + " ms, and sent " + sentWithoutRecord;
        }
    }

    /**
     * A drill.
     *
     * @param silently whether what is sent is swallowed; else connections are reset and refused
     */
    public CutOffDrill(Path directory, Duration cut, boolean silently, long seed) {
        this.directory = directory;
        this.cut = cut;
        this.fault = silently ? DatabaseLink.Fault.BLACK_HOLE : DatabaseLink.Fault.REFUSED;
        this.random = new SplittableRandom(seed);
    }

    /** Runs it. */
    public Findings run() throws InterruptedException {
        try (Cluster cluster = new Cluster(directory, SCRIPT, new Cluster.Shape(2, LIMIT, "PT1S"))) {
            List<Thread> threads = new ArrayList<>();
            List<RoamingCaller> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new RoamingCaller(i, cluster.nodes(), () -> over, random.split()));
                threads.add(Thread.ofVirtual().start(callers.getLast()));
            }
            Node node = cluster.nodes().getFirst();
            threads.add(Thread.ofVirtual().start(() -> probe(cluster.nodes())));
            LockSupport.parkNanos(SETTLED);
            node.link().fail(fault);
            isCut = true;
            LockSupport.parkNanos(cut.toNanos());
            Await.until("it says that it is cut off", () -> !saidWhileCut.isEmpty());
            isCut = false;
            node.link().heal();
            Await.until("it answers again by itself", () -> isAnswered(node));
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
            for (Thread followUp : followUps) {
                followUp.join();
            }
            callers.forEach(caller -> asked.addAll(caller.asked()));
            return found(cluster);
        }
    }

    /** A new key each time at the node that is cut off, and then wherever it is told. */
    private void probe(List<Node> nodes) {
        for (int i = 0; !over; i++) {
            String key = "probe-" + i;
            Chat chat = Chat.of("question of " + key).keyed(key);
            boolean begunCut = isCut;
            long begun = System.nanoTime();
            try {
                Said said = nodes.getFirst().ask(chat, PATIENCE);
                if (begunCut && isCut) {
                    saidWhileCut.add(said.code());
                    waitedWhileCut.add(Duration.ofNanos(System.nanoTime() - begun));
                }
            } catch (IOException e) {
                saidWhileCut.add(e.getClass().getSimpleName());
            }
            SplittableRandom own = random.split();
            followUps.add(Thread.ofVirtual()
                    .start(() ->
                            asked.add(new Question(key, chat, List.of(RoamingCaller.askUntilTold(nodes, chat, own))))));
            LockSupport.parkNanos(PAUSE);
        }
    }

    private static boolean isAnswered(Node node) {
        try {
            return node.ask(Chat.of("are you there"), PATIENCE).isAnswer();
        } catch (IOException e) {
            return false;
        }
    }

    private Findings found(Cluster cluster) {
        ClusterLedger ledger = cluster.ledger();
        Await.until("every operation has ended", () -> ledger.open().isEmpty());
        cluster.provider().drop();
        List<Request> log = cluster.provider().log().requests();
        ClusterFindings.Ledger end = new ClusterFindings.Ledger(
                ledger.view().newest(), ledger.view().attempts(), ledger.settledByEvidence(), java.util.Set.of());
        ClusterPlan plan = new ClusterPlan(CALLERS, LIMIT, new ClusterPlan.Count(0, 0, 0, 0, 1), cut, cut, 0);
        Map<String, Chat> keys = new HashMap<>();
        asked.forEach(question -> keys.put(question.chat().digest(), question.chat()));
        List<Request> keyed = log.stream()
                .filter(request -> keys.containsKey(request.contentSha256()))
                .toList();
        List<String> recorded =
                end.attempts().stream().map(attempt -> attempt.line()).toList();
        List<String> unrecorded = asked.stream()
                .filter(question -> keyed.stream()
                        .anyMatch(request ->
                                request.contentSha256().equals(question.chat().digest())))
                .map(Question::key)
                .filter(key -> !recorded.contains(key))
                .toList();
        return new Findings(
                new ClusterFindings(plan, List.copyOf(asked), List.of(), List.of(), List.of(), end, keyed),
                saidWhileCut.stream().collect(Collectors.groupingBy(code -> code, Collectors.counting())),
                List.copyOf(waitedWhileCut),
                unrecorded);
    }
}
