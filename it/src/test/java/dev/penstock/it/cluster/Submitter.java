package dev.penstock.it.cluster;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** Gives work in, at any node, that nobody waits for; repeats a key until some node says that it has it. */
final class Submitter implements Runnable {

    /** What is wrong with the request itself. */
    private static final Set<Integer> NEVER = Set.of(400, 401, 403, 404, 413, 422);

    private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();

    private final int number;
    private final List<Node> nodes;
    private final BooleanSupplier over;
    private final RandomGenerator random;
    private final List<Chat> accepted = new CopyOnWriteArrayList<>();
    private final List<String> wrong = new CopyOnWriteArrayList<>();

    Submitter(int number, List<Node> nodes, BooleanSupplier over, RandomGenerator random) {
        this.number = number;
        this.nodes = nodes;
        this.over = over;
        this.random = random;
    }

    /** What some node has said it has; the text is the key. */
    List<Chat> accepted() {
        return accepted;
    }

    /** What should not have been said. */
    List<String> wrong() {
        return wrong;
    }

    @Override
    public void run() {
        for (int i = 0; !over.getAsBoolean(); i++) {
            String key = "work-" + number + "-" + i;
            Chat chat = Chat.of(key).keyed(key);
            while (!isAccepted(chat)) {
                LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE));
            }
            accepted.add(chat);
            LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE));
        }
    }

    /** A repeat of what has been taken in meanwhile, and has ended, is told how. */
    private boolean isAccepted(Chat chat) {
        try {
            Said said = nodes.get(random.nextInt(nodes.size())).submit(chat);
            if (NEVER.contains(said.status())) {
                wrong.add(chat.text() + ": " + said.status() + " " + said.body());
            }
            return said.status() / 100 != 5 && !said.code().equals("admission_rejected");
        } catch (IOException e) {
            return false;
        }
    }
}
