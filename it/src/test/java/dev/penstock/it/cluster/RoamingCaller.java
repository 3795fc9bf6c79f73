package dev.penstock.it.cluster;

import dev.penstock.it.cluster.Question.End;
import dev.penstock.it.cluster.Question.Told;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator.SplittableGenerator;

/**
 * A caller with a new key for each question, which it repeats at any node until it is told; now and then two of them ask
 * for the same at once.
 */
final class RoamingCaller implements Runnable {

    /** What is worth repeating: nothing of it is final. */
    private static final Set<String> NOT_YET = Set.of(
            "operation_in_progress",
            "operation_abandoned",
            "completed_not_recorded",
            "draining",
            "store_unavailable",
            "admission_rejected",
            "upstream_rate_limited",
            "upstream_unavailable",
            "deadline_exceeded");

    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
    /** Longer than an operation's deadline, which is 2 min. */
    private static final long LONGEST = Duration.ofMinutes(3).toNanos();

    private static final long PAUSE = Duration.ofMillis(100).toNanos();
    private static final int TWO_IN = 3;

    private final int number;
    private final List<Node> nodes;
    private final BooleanSupplier over;
    private final SplittableGenerator random;
    private final List<Question> asked = new CopyOnWriteArrayList<>();

    RoamingCaller(int number, List<Node> nodes, BooleanSupplier over, SplittableGenerator random) {
        this.number = number;
        this.nodes = nodes;
        this.over = over;
        this.random = random;
    }

    List<Question> asked() {
        return asked;
    }

    @Override
    public void run() {
        for (int i = 0; !over.getAsBoolean(); i++) {
            String key = "caller-" + number + "-" + i;
            Chat chat = Chat.of("question of " + key).keyed(key).streamed(random.nextBoolean());
            List<CompletableFuture<Told>> all = new ArrayList<>();
            for (int one = random.nextInt(TWO_IN) == 0 ? 2 : 1; one > 0; one--) {
                SplittableGenerator own = random.split();
                all.add(CompletableFuture.supplyAsync(() -> askUntilTold(nodes, chat, own), THREADS));
            }
            asked.add(new Question(
                    key, chat, all.stream().map(CompletableFuture::join).toList()));
        }
    }

    /** Repeats a key at any node, until there is an answer that is recorded or the word that nobody knows. */
    static Told askUntilTold(List<Node> nodes, Chat chat, SplittableGenerator random) {
        List<String> unrecorded = new ArrayList<>();
        String last = "";
        long began = System.nanoTime();
        while (System.nanoTime() - began < LONGEST) {
            try {
                Said said = nodes.get(random.nextInt(nodes.size())).ask(chat);
                if (said.isAnswer() && !said.header("x-penstock-state").equals("completed_unrecorded")) {
                    return new Told(End.ANSWERED, said.id(), unrecorded);
                }
                if (said.isAnswer()) {
                    unrecorded.add(said.id());
                } else if (said.code().equals("outcome_unknown")) {
                    return new Told(End.UNKNOWN, "", unrecorded);
                } else if (!NOT_YET.contains(said.code())) {
                    return new Told(End.WRONG, said.status() + " " + said.body(), unrecorded);
                }
                last = said.status() + " " + said.body();
            } catch (IOException e) {
                last = e.toString(); // that node has died or hangs: another is asked
            }
            LockSupport.parkNanos(PAUSE);
        }
        return new Told(End.WRONG, "nothing final for too long, and last " + last, unrecorded);
    }
}
