package dev.penstock.it.simulate;

import dev.penstock.it.simulate.Script.End;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The provider of a world: reads requests, answers as it likes, and keeps the log. */
final class Provider {

    private static final Pattern KEY = Pattern.compile("op-\\d+");
    private static final long MILLI = 1_000_000;

    private final World world;
    private final SplittableRandom random;
    private final Scripts scripts;
    private final List<Request> log = new ArrayList<>();

    Provider(World world, SplittableRandom random) {
        this.world = world;
        this.random = random;
        this.scripts = new Scripts(random.split());
    }

    List<Request> log() {
        return log;
    }

    /** How long a connection takes to make. */
    long connectTime() {
        return random.nextLong(MILLI / 10, 30 * MILLI);
    }

    boolean refusesConnection() {
        return !world.faults().isOver() && random.nextInt(25) == 0;
    }

    /** The first byte of a request has left its sender. */
    Request begin(NodeProcess sender, byte[] body, long now) {
        String text = new String(body, StandardCharsets.UTF_8);
        Matcher key = KEY.matcher(text);
        if (!key.find()) {
            throw new IllegalStateException("a request without a name");
        }
        boolean quiet = world.faults().isOver();
        boolean resets = !quiet && random.nextInt(40) == 0;
        String id = "r" + log.size();
        long upload = random.nextLong(MILLI / 100, 5 * MILLI);
        Script script = resets ? Scripts.unread(End.RESET) : scripts.next(id, text.contains("\"stream\":true"), quiet);
        Request.Asked asked = new Request.Asked(key.group(), text.contains(Callers.OTHERWISE));
        Request request = new Request(id, asked, sender, now, resets ? Request.NEVER : now + upload, script);
        log.add(request);
        world.happened(script, request);
        return request;
    }
}
