package dev.penstock.client;

import dev.penstock.client.CallEvent.Subject;
import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.BodyEdits;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.RequestParse;
import dev.penstock.provider.request.SentBody;
import dev.penstock.store.OperationMode;
import dev.penstock.time.Time;

/** Turns a call into an operation: validates it, decides what goes upstream, and finds its gate. Thread-safe. */
final class Preparation {

    private final Route route;
    private final AccountKey account;
    private final PolicySettings policy;
    private final UpstreamStream upstreamStream;
    private final Gates gates;
    private final Time time;

    /** What becomes of a call. */
    sealed interface Prepared {
        /** It can be done. */
        record Ready(Operation operation) implements Prepared {}

        /** It is not valid; nothing is sent (R-CLASS-2). */
        record Invalid(String message) implements Prepared {}
    }

    Preparation(Route route, PolicySettings policy, UpstreamStream upstreamStream, Gates gates, Time time) {
        this.route = route;
        this.account = new AccountKey(route.profile().name(), route.account());
        this.policy = policy;
        this.upstreamStream = upstreamStream;
        this.gates = gates;
        this.time = time;
    }

    Prepared prepare(ChatCall call) {
        return switch (ChatRequest.parse(call.body().unsafeArray())) {
            case RequestParse.Refused refused -> new Prepared.Invalid(refused.message());
            case RequestParse.Valid valid -> new Prepared.Ready(operation(call, valid.request()));
        };
    }

    private Operation operation(ChatCall call, ChatRequest request) {
        ProviderProfile profile = route.profile();
        CallSettings settings = call.settings();
        String model = profile.canonicalModel(request.model());
        boolean stream = switch (upstreamStream) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> profile.habits().keepAlives();
        };
        BodyEdits edits = BodyEdits.NONE.withStream(stream);
        SentBody sent = request.splice(stream ? edits.withUsage() : edits);
        LimiterKey key = LimiterKey.of(account, model);
        if (profile.habits().limitsPerUser()) {
            key = key.forUser(request.userId().orElse(null));
        }
        return new Operation(
                new Subject(settings.tenant(), call.key()),
                call,
                request,
                sent,
                model,
                key,
                gates.of(model),
                retry(settings, stream),
                time.deadlineAfter(settings.deadline()));
    }

    private RetrySettings retry(CallSettings settings, boolean stream) {
        boolean background = settings.mode() == OperationMode.BACKGROUND;
        RetrySettings base = (background ? policy.background() : policy.attached())
                .withOperationDeadline(settings.deadline())
                .withMaxAttempts(settings.maxAttempts());
        return stream ? base.forStreams() : base;
    }
}
