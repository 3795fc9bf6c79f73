package dev.penstock.client;

import dev.penstock.client.CallEvent.Subject;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.BodyEdits;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.RequestParse;
import dev.penstock.store.OperationMode;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Turns a call into an operation: validates it, and decides where it can go and what goes there. Thread-safe. */
final class Preparation {

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Rules rules;

    /**
     * By what calls are prepared; changed as a whole.
     *
     * @param policy backoff and caps
     * @param upstreamStream whether answers are asked for as streams
     * @param routing where they can go
     */
    private record Rules(PolicySettings policy, UpstreamStream upstreamStream, RoutingTable routing) {}

    /** What becomes of a call. */
    sealed interface Prepared {
        /** It can be done. */
        record Ready(Operation operation) implements Prepared {}

        /** It is not valid; nothing is sent (R-CLASS-2). */
        record Invalid(String message) implements Prepared {}
    }

    Preparation(PolicySettings policy, UpstreamStream upstreamStream, RoutingTable routing, Time time) {
        this.rules = new Rules(policy, upstreamStream, routing);
        this.time = time;
    }

    /** From now on calls go by another table; those that were prepared keep theirs. The rival is another reload. */
    void reroute(RoutingTable value) {
        lock.lock();
        try {
            rules = new Rules(rules.policy(), rules.upstreamStream(), value);
        } finally {
            lock.unlock();
        }
    }

    /** From now on calls have other backoffs and caps; those that were prepared keep theirs. */
    void retune(PolicySettings policy, UpstreamStream upstreamStream) {
        lock.lock();
        try {
            rules = new Rules(policy, upstreamStream, rules.routing());
        } finally {
            lock.unlock();
        }
    }

    Prepared prepare(ChatCall call) {
        return switch (call.request()) {
            case RequestParse.Refused refused -> new Prepared.Invalid(refused.message());
            case RequestParse.Valid valid -> {
                String misuse = misuse(call);
                yield misuse == null
                        ? new Prepared.Ready(operation(call, valid.request()))
                        : new Prepared.Invalid(misuse);
            }
        };
    }

    /** Whether so much time is worth an attempt (design 5). */
    boolean leavesTime(Duration left) {
        return left.compareTo(rules.policy().attached().minimumAttempt()) >= 0;
    }

    /** What cannot be had together; null if nothing is wrong. */
    private @Nullable String misuse(ChatCall call) {
        if (!leavesTime(call.settings().deadline()) || !leavesTime(answerDeadline(call.settings()))) {
            return "a deadline below "
                    + rules.policy().attached().minimumAttempt().toMillis() + " ms leaves no time for one attempt";
        }
        boolean live = call.delivery() instanceof Delivery.Live;
        boolean continues = call.settings().caller().onDeadline() == OnDeadline.CONTINUE;
        if (continues && call.key() == null) {
            return "only a call with a key can be continued after its caller's deadline";
        }
        if (live && (continues || call.settings().mode() == OperationMode.BACKGROUND)) {
            return "a live stream needs a caller who stays: it cannot be continued in the background";
        }
        return null;
    }

    private Operation operation(ChatCall call, ChatRequest request) {
        CallSettings settings = call.settings();
        Rules now = rules;
        RetrySettings retry = retry(call, now.policy());
        boolean wanted = request.stream() || call.delivery() instanceof Delivery.Live;
        List<Target> targets = new ArrayList<>();
        for (RoutingTable.Entry entry : now.routing().targets(request.model())) {
            boolean stream = asStream(now.upstreamStream(), entry.at().route().profile(), wanted);
            targets.add(target(entry, request, stream, retry));
        }
        return new Operation(
                new Subject(settings.tenant(), call.key(), settings.caller().variant()),
                call,
                request,
                targets,
                retry,
                time.deadlineAfter(retry.operationDeadline()),
                time.deadlineAfter(answerDeadline(settings)));
    }

    private static Target target(RoutingTable.Entry entry, ChatRequest request, boolean stream, RetrySettings retry) {
        RouteParts at = entry.at();
        ProviderProfile profile = at.route().profile();
        String upstream = entry.model() == null ? request.model() : entry.model();
        String model = profile.canonicalModel(upstream);
        String limited = at.shared().limitedAs(at.route(), model);
        LimiterKey key = LimiterKey.of(at.credential().account(), limited);
        if (profile.habits().limitsPerUser()) {
            key = key.forUser(request.userId().orElse(null));
        }
        BodyEdits edits = BodyEdits.NONE.withStream(stream);
        edits = stream ? edits.withUsage() : edits;
        return new Target(
                at,
                model,
                key,
                at.gate(limited),
                upstream.equals(request.model()) ? edits : edits.withModel(upstream),
                stream ? retry.forStreams() : retry);
    }

    private static boolean asStream(UpstreamStream setting, ProviderProfile profile, boolean wanted) {
        return switch (setting) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> wanted || profile.habits().keepAlives();
        };
    }

    private static RetrySettings retry(ChatCall call, PolicySettings policy) {
        CallSettings settings = call.settings();
        boolean continues = settings.caller().onDeadline() == OnDeadline.CONTINUE;
        boolean background = continues || settings.mode() == OperationMode.BACKGROUND;
        RetrySettings base = background ? policy.background() : policy.attached();
        return base.withOperationDeadline(settings.caller().capped(deadline(call, base.operationDeadline())))
                .withMaxAttempts(
                        continues ? Math.max(base.maxAttempts(), settings.maxAttempts()) : settings.maxAttempts());
    }

    /**
     * An operation that may be continued has the background deadline from the start (R-DEADLINE-7); one that nobody can
     * come back to ends with its caller's.
     */
    private static Duration deadline(ChatCall call, Duration background) {
        Duration own = call.settings().deadline();
        Duration answer = answerDeadline(call.settings());
        if (call.settings().caller().onDeadline() == OnDeadline.CONTINUE) {
            return background.compareTo(own) > 0 ? background : own;
        }
        return call.key() == null && answer.compareTo(own) < 0 ? answer : own;
    }

    private static Duration answerDeadline(CallSettings settings) {
        Duration own = settings.caller().answerDeadline();
        return own == null ? settings.deadline() : own;
    }
}
