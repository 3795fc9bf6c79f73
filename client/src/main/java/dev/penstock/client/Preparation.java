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
import java.util.List;

/** Turns a call into an operation: validates it, and decides where it can go and what goes there. Thread-safe. */
final class Preparation {

    private final PolicySettings policy;
    private final UpstreamStream upstreamStream;
    private final Time time;
    private volatile RoutingTable routing;

    /** What becomes of a call. */
    sealed interface Prepared {
        /** It can be done. */
        record Ready(Operation operation) implements Prepared {}

        /** It is not valid; nothing is sent (R-CLASS-2). */
        record Invalid(String message) implements Prepared {}
    }

    Preparation(PolicySettings policy, UpstreamStream upstreamStream, RoutingTable routing, Time time) {
        this.policy = policy;
        this.upstreamStream = upstreamStream;
        this.routing = routing;
        this.time = time;
    }

    /** From now on calls go by another table; those that were prepared keep theirs. */
    void reroute(RoutingTable value) {
        routing = value;
    }

    Prepared prepare(ChatCall call) {
        return switch (ChatRequest.parse(call.body().unsafeArray())) {
            case RequestParse.Refused refused -> new Prepared.Invalid(refused.message());
            case RequestParse.Valid valid -> new Prepared.Ready(operation(call, valid.request()));
        };
    }

    private Operation operation(ChatCall call, ChatRequest request) {
        CallSettings settings = call.settings();
        RetrySettings retry = retry(settings);
        List<Target> targets = routing.targets(request.model()).stream()
                .map(entry -> target(entry, request, retry))
                .toList();
        return new Operation(
                new Subject(settings.tenant(), call.key()),
                call,
                request,
                targets,
                retry,
                time.deadlineAfter(settings.deadline()));
    }

    private Target target(RoutingTable.Entry entry, ChatRequest request, RetrySettings retry) {
        RouteParts at = entry.at();
        ProviderProfile profile = at.route().profile();
        String upstream = entry.model() == null ? request.model() : entry.model();
        String model = profile.canonicalModel(upstream);
        LimiterKey key = LimiterKey.of(at.credential().account(), model);
        if (profile.habits().limitsPerUser()) {
            key = key.forUser(request.userId().orElse(null));
        }
        boolean stream = asStream(profile);
        BodyEdits edits = BodyEdits.NONE.withStream(stream);
        edits = stream ? edits.withUsage() : edits;
        return new Target(
                at,
                model,
                key,
                at.gate(model),
                upstream.equals(request.model()) ? edits : edits.withModel(upstream),
                stream ? retry.forStreams() : retry);
    }

    private boolean asStream(ProviderProfile profile) {
        return switch (upstreamStream) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> profile.habits().keepAlives();
        };
    }

    private RetrySettings retry(CallSettings settings) {
        return (settings.mode() == OperationMode.BACKGROUND ? policy.background() : policy.attached())
                .withOperationDeadline(settings.deadline())
                .withMaxAttempts(settings.maxAttempts());
    }
}
