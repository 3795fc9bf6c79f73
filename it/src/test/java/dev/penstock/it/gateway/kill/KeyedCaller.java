package dev.penstock.it.gateway.kill;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/**
 * One caller: a new key for each question, repeated until there is an answer or the word that nobody knows. Now and then
 * one that was interrupted by a kill does not come back for its key.
 */
final class KeyedCaller implements Runnable {

    /** What is worth repeating: nothing of it is final. */
    private static final Set<String> NOT_YET = Set.of(
            "operation_in_progress",
            "operation_abandoned",
            "draining",
            "store_unavailable",
            "admission_rejected",
            "upstream_rate_limited",
            "deadline_exceeded");

    private static final int ONE_IN = 8;

    private final int number;
    private final Lives lives;
    private final RandomGenerator random;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /**
     * One key.
     *
     * @param chat what was asked
     * @param end how it ended for its caller
     * @param text the answer's text
     * @param sentBefore when the gateway's next life began, epoch milliseconds, if its caller never came back in it
     */
    record Asked(String key, Chat chat, End end, String text, long sentBefore) {}

    enum End {
        ANSWERED,
        UNKNOWN,
        LEFT_ALONE,
        WRONG
    }

    KeyedCaller(int number, Lives lives, RandomGenerator random) {
        this.number = number;
        this.lives = lives;
        this.random = random;
    }

    List<Asked> asked() {
        return asked;
    }

    @Override
    public void run() {
        for (int i = 0; !lives.isOver(); i++) {
            String key = "caller-" + number + "-" + i;
            Chat chat = Chat.of("question of " + key).keyed(key).streamed(random.nextBoolean());
            asked.add(askUntilTold(key, chat, random.nextInt(ONE_IN) == 0));
        }
    }

    private Asked askUntilTold(String key, Chat chat, boolean leaves) {
        while (true) {
            Lives.Life life = lives.current();
            try {
                Said said = ChatSocket.ask(life.gateway(), chat);
                if (said.isAnswer()) {
                    return new Asked(key, chat, End.ANSWERED, said.text(), -1);
                }
                if (said.code().equals("outcome_unknown")) {
                    return new Asked(key, chat, End.UNKNOWN, "", -1);
                }
                if (!NOT_YET.contains(said.code())) {
                    return new Asked(key, chat, End.WRONG, said.status() + " " + said.body(), -1);
                }
                lives.pause();
            } catch (IOException e) {
                lives.awaitAfter(life);
                if (leaves) {
                    return new Asked(key, chat, End.LEFT_ALONE, "", lives.begunAfter(life.number()));
                }
            }
        }
    }
}
