package dev.penstock.it.simulate;

import java.time.Duration;
import java.util.SplittableRandom;

/** What befalls nodes out of nothing, until the faults end. */
final class Trouble {

    private static final long SECOND = 1_000_000_000L;

    private final World world;
    private final SplittableRandom random;
    private final int[] weights;
    private final long pause;
    private final boolean changesKeys;

    Trouble(World world, SplittableRandom random) {
        this.world = world;
        this.random = random;
        this.weights = new int[6];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = random.nextInt(2) == 0 ? random.nextInt(1, 10) : 0;
        }
        this.pause = random.nextLong(2, 25) * SECOND;
        this.changesKeys = random.nextInt(4) == 0;
    }

    void run() {
        while (true) {
            world.scheduler().sleep(random.nextLong(pause / 4, pause * 2));
            if (world.faults().isOver()) {
                return;
            }
            strike(world.nodes().get(random.nextInt(world.nodes().size())));
            // Beside the rest, and not instead of it.
            if (changesKeys && random.nextInt(4) == 0) {
                changeKeys();
            }
        }
    }

    private void strike(Node node) {
        if (!node.isUp()) {
            return;
        }
        switch (draw()) {
            case 0 -> world.crash(node.process(), Event.CRASH);
            case 1 -> world.freeze(node.process(), Event.FREEZE);
            case 2 -> cutOff(node);
            case 3 -> jump(node);
            case 4 -> node.drain();
            case 5 -> world.nodes().forEach(this::cutOff);
            default -> {}
        }
    }

    private void cutOff(Node node) {
        long span = random.nextLong(SECOND / 10, random.nextBoolean() ? 4 * SECOND : 40 * SECOND);
        world.happened(Event.STORE_AWAY, () -> "for %s, %.1f s".formatted(node.process(), span / 1e9));
        node.access().cutOff(world.scheduler().now() + span);
    }

    private void jump(Node node) {
        Duration step = Duration.ofMillis(random.nextLong(-3_600_000, 3_600_000));
        world.happened(Event.CLOCK_JUMP, () -> node.process() + " by " + step);
        node.time().jump(step);
    }

    /** A new key for fingerprints, which only processes know that start after it; the older ones may be lost with it. */
    private void changeKeys() {
        boolean lost = random.nextInt(3) == 0;
        world.happened(Event.KEY_RING, () -> lost ? "older keys lost" : "one more key");
        world.store().changeKeys(random, lost);
    }

    private int draw() {
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        int at = sum == 0 ? -1 : random.nextInt(sum);
        for (int i = 0; at >= 0 && i < weights.length; i++) {
            at -= weights[i];
            if (at < 0) {
                return i;
            }
        }
        return -1;
    }
}
