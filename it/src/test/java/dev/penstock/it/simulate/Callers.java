package dev.penstock.it.simulate;

import dev.penstock.client.Answer;
import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.OnDeadline;
import dev.penstock.client.OperationInfo;
import dev.penstock.client.PendingCall;
import dev.penstock.client.Penstock;
import dev.penstock.client.Result;
import dev.penstock.client.Submitted;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who asks for operations, again and again, on any node; leaves early; and cancels. */
final class Callers {

    /** What tells the request of another caller under a key that is in use. */
    static final String OTHERWISE = " otherwise";

    private static final long SECOND = 1_000_000_000L;
    private static final Pattern ANSWERED_BY = Pattern.compile("\"content\": ?\"(r\\d+)\"");

    private static final List<ReplaySetting> REPLAYS = List.of(ReplaySetting.values());

    private final World world;
    private final SplittableRandom random;
    private final Set<Request.Asked> asked = new HashSet<>();
    private int number;

    Callers(World world, SplittableRandom random) {
        this.world = world;
        this.random = random;
    }

    /** One operation as its owner wants it. */
    private record Wish(int number, boolean background, ReplaySetting replay, Duration deadline, int attempts) {

        String key() {
            return "op-" + number;
        }

        ChatCall call(boolean otherwise, Duration answerWithin, boolean goesOn) {
            String body = "{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"" + key()
                    + (otherwise ? OTHERWISE : "") + "\"}]}";
            CallSettings settings = (background ? CallSettings.background() : CallSettings.attached())
                    .withReplay(replay)
                    .withDeadline(deadline)
                    .withMaxAttempts(attempts)
                    .withAnswerDeadline(answerWithin);
            return ChatCall.of(body)
                    .withKey(key())
                    .withSettings(goesOn ? settings.withOnDeadline(OnDeadline.CONTINUE) : settings);
        }
    }

    void begin() {
        int operations = random.nextInt(2, 9);
        for (int i = 0; i < operations; i++) {
            Wish wish = new Wish(
                    i,
                    random.nextInt(3) == 0,
                    REPLAYS.get(random.nextInt(REPLAYS.size())),
                    Duration.ofMillis(random.nextLong(3_000, 90_000)),
                    random.nextInt(1, 6));
            SplittableRandom own = random.split();
            world.scheduler().start(world.outside(), "owner", () -> live(wish, own));
        }
    }

    /** Whoever owns an operation asks for it, and comes back for it a few times. */
    private void live(Wish wish, SplittableRandom own) {
        world.scheduler().sleep(own.nextLong(SECOND / 2, 25 * SECOND));
        Node first = node(own);
        ask(wish, first, own, /* again= */ false);
        int repeats = own.nextInt(5);
        for (int i = 0; i < repeats; i++) {
            world.scheduler().sleep(own.nextLong(SECOND / 100, own.nextBoolean() ? SECOND : 25 * SECOND));
            Node there = node(own);
            switch (own.nextInt(8)) {
                case 0, 1 -> cancel(wish, there);
                case 2 -> ask(wish, there, own, /* again= */ true);
                default -> {
                    world.happened(
                            i > 2 ? Event.REPEAT_LATER : there == first ? Event.REPEAT_HERE : Event.REPEAT_ELSEWHERE,
                            wish::key);
                    ask(wish, there, own, /* again= */ true);
                }
            }
        }
        while (!world.faults().isOver()) {
            world.scheduler().sleep(5 * SECOND);
        }
        if (own.nextBoolean()) {
            world.happened(Event.REPEAT_LATER, wish::key);
            ask(wish, node(own), own, /* again= */ true);
        }
    }

    private Node node(SplittableRandom own) {
        return world.nodes().get(own.nextInt(world.nodes().size()));
    }

    private void ask(Wish wish, Node node, SplittableRandom own, boolean again) {
        Penstock penstock = node.penstock();
        if (penstock == null) {
            return;
        }
        boolean otherwise = again && own.nextInt(12) == 0;
        boolean submits = wish.background() && own.nextBoolean();
        long patience = own.nextInt(3) == 0 ? own.nextLong(SECOND / 100, 8 * SECOND) : Long.MAX_VALUE;
        Duration answerWithin = Duration.ofMillis(own.nextLong(500, 60_000));
        boolean goesOn = own.nextInt(4) == 0;
        if (otherwise) {
            world.happened(Event.OTHER_PAYLOAD, wish::key);
        }
        ChatCall call = wish.call(otherwise, answerWithin, goesOn);
        Request.Asked what = new Request.Asked(wish.key(), otherwise);
        asked.add(what);
        NodeProcess process = node.process();
        World.Waiting caller = new World.Waiting(number++, process, wish.key());
        long askedAt = world.scheduler().now();
        world.scheduler().start(process, "caller", () -> {
            world.callerCame(caller);
            try {
                if (submits) {
                    submit(penstock, call, what);
                } else {
                    await(penstock, call, patience, what, caller)
                            .flatMap(Callers::ended)
                            .ifPresent(ended -> world.judge().toldAfterWaiting(node, askedAt, wish.key(), ended));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            world.callerWent(caller);
        });
    }

    private void submit(Penstock penstock, ChatCall call, Request.Asked what) throws InterruptedException {
        switch (penstock.submit(call)) {
            case Submitted.Accepted ignored -> world.said("accepted", what::key);
            case Submitted.Instead instead -> heard(what, instead.result());
        }
    }

    private Optional<Result> await(
            Penstock penstock, ChatCall call, long patience, Request.Asked what, World.Waiting caller)
            throws InterruptedException {
        try (PendingCall pending = penstock.start(call)) {
            if (patience == Long.MAX_VALUE) {
                Result result = pending.await();
                heard(what, result);
                return Optional.of(result);
            }
            Optional<Result> result = pending.await(Duration.ofNanos(patience));
            if (result.isPresent()) {
                heard(what, result.get());
            } else {
                world.callerLeaves(caller);
            }
            return result;
        }
    }

    private void heard(Request.Asked what, Result result) {
        world.said("told", () -> what.key() + " " + named(result));
        switch (result) {
            case Result.Answered answered -> told(what, answered.answer(), answered.operation());
            case Result.CompletedUnrecorded ignored -> {}
            case Result.UnknownOutcome ignored -> {}
            case Result.Unusable ignored -> {}
            case Result.Rejected ignored -> {}
            case Result.GaveUp ignored -> {}
            case Result.Cancelled ignored -> world.happened(Event.CANCELLED, what::key);
            case Result.NotAdmitted ignored -> {}
            case Result.KeyConflict conflict -> world.judge().conflict(what, conflict.verifiable(), isOnlyOne(what));
            case Result.InProgress ignored -> {}
            case Result.Expired ignored -> {}
            case Result.Invalid invalid -> world.judge().violated("a call is not valid: " + invalid.message());
            case Result.StoreUnavailable ignored -> {}
            case Result.Parked ignored -> {}
        }
    }

    /** The generation of whose end a caller was told. */
    private static Optional<GenerationRef> ended(Result result) {
        OperationInfo operation = switch (result) {
            case Result.Answered answered -> answered.operation();
            case Result.UnknownOutcome unknown -> unknown.operation();
            case Result.Unusable unusable -> unusable.operation();
            case Result.Rejected rejected -> rejected.operation();
            case Result.GaveUp gaveUp -> gaveUp.operation();
            case Result.Cancelled cancelled -> cancelled.operation();
            case Result.CompletedUnrecorded ignored -> null;
            case Result.NotAdmitted ignored -> null;
            case Result.KeyConflict ignored -> null;
            case Result.InProgress ignored -> null;
            case Result.Expired ignored -> null;
            case Result.Invalid ignored -> null;
            case Result.StoreUnavailable ignored -> null;
            case Result.Parked ignored -> null;
        };
        return Optional.ofNullable(operation).map(OperationInfo::ref);
    }

    private boolean isOnlyOne(Request.Asked what) {
        return !asked.contains(new Request.Asked(what.key(), !what.otherwise()));
    }

    private static String named(Result result) {
        return switch (result) {
            case Result.GaveUp gaveUp -> "GaveUp " + gaveUp.limit();
            case Result.UnknownOutcome unknown -> "UnknownOutcome " + unknown.why();
            case Result.Answered answered -> "Answered " + answered.operation().flags();
            default -> result.getClass().getSimpleName();
        };
    }

    private void told(Request.Asked what, Answer answer, OperationInfo operation) {
        Matcher by = ANSWERED_BY.matcher(text(answer));
        if (by.find() && operation.ref() != null) {
            world.judge().told(operation.ref(), what, by.group(1));
        }
    }

    private static String text(Answer answer) {
        return new String(answer.json().unsafeArray(), java.nio.charset.StandardCharsets.UTF_8);
    }

    private void cancel(Wish wish, Node node) {
        Penstock penstock = node.penstock();
        if (penstock == null) {
            return;
        }
        world.happened(Event.CANCEL, wish::key);
        world.scheduler().start(node.process(), "canceller", () -> {
            try {
                boolean certain = penstock.cancel(Tenant.LOCAL, new IdempotencyKey(wish.key()));
                world.said("cancelled", () -> wish.key() + (certain ? " for certain" : " perhaps"));
            } catch (StoreException e) {
                world.said("cancel failed", wish::key);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
