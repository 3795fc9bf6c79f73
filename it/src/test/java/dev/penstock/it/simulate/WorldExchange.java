package dev.penstock.it.simulate;

import dev.penstock.http.ContentCoding;
import dev.penstock.http.Exchange;
import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.Framing;
import dev.penstock.http.ResponseHead;
import dev.penstock.http.SendGuard;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.time.Signal;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One send and its answer, as the provider's script has it. For the one task that holds the baton. */
final class WorldExchange implements Exchange {

    private final World world;
    private final NodeProcess process;
    private final byte[] body;
    private final ExchangeLimits limits;
    private final long began;
    private final Signal ended = new Signal();
    private DeliveryStage stage = DeliveryStage.NOT_STARTED;
    private long connected = Timings.NEVER;
    private long requestComplete = Timings.NEVER;
    private long responseStarted = Timings.NEVER;
    private long endedAt = Timings.NEVER;
    private long responseBytes;
    private int nextPart;
    private Framing framing = Framing.INCOMPLETE;
    private @Nullable Request request;
    private @Nullable Ending ending;

    WorldExchange(World world, NodeProcess process, byte[] body, ExchangeLimits limits) {
        this.world = world;
        this.process = process;
        this.body = body;
        this.limits = limits;
        this.began = world.scheduler().now();
    }

    @Override
    public boolean connect() {
        stage = DeliveryStage.CONNECTING;
        if (!passesUntil(now() + world.provider().connectTime())) {
            return false;
        }
        if (world.provider().refusesConnection()) {
            world.happened(Event.REFUSED_CONNECTION, process::name);
            end(new Ending.Failed(FailureKind.CONNECT));
            return false;
        }
        stage = DeliveryStage.CONNECTED;
        connected = elapsed();
        return true;
    }

    @Override
    public Optional<ResponseHead> send(SendGuard guard) {
        try {
            return connect() && upload(guard) ? head() : Optional.empty();
        } catch (Vanished e) {
            vanished();
            throw e;
        }
    }

    @Override
    public byte @Nullable [] read() {
        try {
            return next();
        } catch (Vanished e) {
            vanished();
            throw e;
        }
    }

    @Override
    public void progress() {}

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public void complete() {
        Request sent = request;
        if (sent != null && ending == null) {
            sent.told(now());
        }
        end(new Ending.Finished());
    }

    @Override
    public boolean abort(AbortCause cause) {
        if (ending != null) {
            return false;
        }
        end(new Ending.Aborted(cause));
        return true;
    }

    @Override
    public Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    @Override
    public DeliveryEvidence evidence() {
        boolean proven = !stage.reached(DeliveryStage.REQUEST_STARTED);
        long bytes = stage.reached(DeliveryStage.REQUEST_COMPLETE) ? body.length : 0;
        return new DeliveryEvidence(
                stage,
                bytes,
                responseBytes,
                /* connectionReused= */ false,
                new Timings(connected, requestComplete, responseStarted, Timings.NEVER, endedAt),
                proven ? Proof.NO_REQUEST_BYTE : Proof.NONE);
    }

    @Override
    public Framing framing() {
        return framing;
    }

    @Override
    public void close() {
        abort(AbortCause.CANCELLED);
    }

    /** The guard is asked, and then the first byte leaves: nothing comes between the two. */
    private boolean upload(SendGuard guard) {
        if (world.faults().strikesBeforeSend()) {
            world.strikeBeforeSend(process);
            world.scheduler().sleep(0);
        }
        if (ending != null) {
            return false;
        }
        Optional<AbortCause> refusal = guard.refusal();
        if (refusal.isPresent()) {
            world.happened(Event.SEND_REFUSED_BY_GUARD, process::name);
            end(new Ending.Aborted(refusal.get()));
            return false;
        }
        stage = DeliveryStage.REQUEST_STARTED;
        Request sent = world.provider().begin(process, body, now());
        request = sent;
        world.judge().firstByte(sent);
        if (!passesUntil(sent.isRead() ? sent.busyFrom() : now() + 1_000_000)) {
            return false;
        }
        if (!sent.isRead()) {
            end(new Ending.Failed(FailureKind.RESET));
            return false;
        }
        stage = DeliveryStage.REQUEST_COMPLETE;
        requestComplete = elapsed();
        return true;
    }

    private Optional<ResponseHead> head() {
        Request sent = Objects.requireNonNull(request);
        Script script = sent.script();
        Long at = script.head();
        if (at == null) {
            finishWithoutBody(sent);
            return Optional.empty();
        }
        if (!passesUntil(sent.busyFrom() + at)) {
            return Optional.empty();
        }
        stage = DeliveryStage.RESPONSE_STARTED;
        responseStarted = elapsed();
        return Optional.of(new ResponseHead(script.status(), script.headers(), ContentCoding.IDENTITY));
    }

    private byte @Nullable [] next() {
        Request sent = Objects.requireNonNull(request);
        Script script = sent.script();
        if (ending != null) {
            return null;
        }
        if (nextPart < script.parts().size()) {
            Script.Part part = script.parts().get(nextPart);
            if (!passesUntil(sent.busyFrom() + part.at())) {
                return null;
            }
            nextPart++;
            responseBytes += part.body().size();
            return part.body().unsafeArray();
        }
        finishWithoutBody(sent);
        return null;
    }

    private void finishWithoutBody(Request sent) {
        Script script = sent.script();
        long at = script.end() == Script.End.STALLS ? Long.MAX_VALUE : sent.busyFrom() + script.endsAt();
        if (!passesUntil(at)) {
            return;
        }
        switch (script.end()) {
            case COMPLETE -> {
                framing = Framing.COMPLETE;
                stage = DeliveryStage.RESPONSE_COMPLETE;
                sent.told(now());
                end(new Ending.Finished());
            }
            case CLOSED -> end(new Ending.Failed(FailureKind.CLOSED));
            case RESET -> end(new Ending.Failed(FailureKind.RESET));
            case STALLS -> throw new IllegalStateException("what stalls does not end");
        }
    }

    /** Lets time pass; false if the exchange ends first. Whoever stood still may see both at once, in either order. */
    private boolean passesUntil(long at) {
        while (ending == null) {
            long limit = limitAt();
            if (at <= now() && (limit > now() || world.faults().coin())) {
                return true;
            }
            if (limit <= now()) {
                end(new Ending.Aborted(limits.deadline().isExpired() ? AbortCause.DEADLINE : AbortCause.ATTEMPT_CAP));
                return false;
            }
            boolean ignored = world.scheduler().await(ended, Math.min(at, limit) - now());
        }
        return false;
    }

    private long limitAt() {
        long left =
                Math.min(limits.deadline().remainingNanos(), limits.attemptEnd().remainingNanos());
        return now() + Math.max(0, left);
    }

    private void end(Ending how) {
        if (ending == null) {
            ending = how;
            endedAt = elapsed();
            if (request != null) {
                request.left(now());
            }
            ended.set();
        }
    }

    /** The process is gone, and with it the connection. */
    private void vanished() {
        if (request != null && ending == null) {
            request.left(now());
        }
    }

    private long now() {
        return world.scheduler().now();
    }

    private long elapsed() {
        return now() - began;
    }
}
