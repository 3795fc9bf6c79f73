package dev.penstock.client;

import dev.penstock.http.Transport;
import dev.penstock.http.netty.NettyTransport;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls that are bounded, honest and durable. One object per process and configuration, shared by all threads;
 * closing it waits for results that are not committed yet.
 */
public final class Penstock implements AutoCloseable {

    private final Engine engine;

    private Penstock(Engine engine) {
        this.engine = engine;
    }

    /**
     * Starts an engine.
     *
     * @param config how; the ledger in it stays its owner's to close
     * @return the engine
     */
    public static Penstock open(PenstockConfig config) {
        return open(config, new NettyTransport(config.transport(), config.time()));
    }

    /**
     * Starts an engine on connections of one's own: a provider in memory, for tests, or a transport that watches another.
     *
     * @param config how; the ledger in it stays its owner's to close, and what it says of connections is not used
     * @param transport makes the exchanges; closed with the engine
     * @return the engine
     */
    public static Penstock open(PenstockConfig config, Transport transport) {
        return new Penstock(Engine.start(config, transport));
    }

    /**
     * Begins a call, or joins the one that is under way with the same key.
     *
     * @param call what is asked for
     * @return this caller's hold on it
     */
    public PendingCall start(ChatCall call) {
        return engine.start(call);
    }

    /**
     * Makes a call and waits for its result.
     *
     * @param call what is asked for
     * @return how it ended
     * @throws InterruptedException if the waiting thread is interrupted: this caller then has left (R-CANCEL-2)
     */
    public Result call(ChatCall call) throws InterruptedException {
        try (PendingCall pending = start(call)) {
            return pending.await();
        }
    }

    /**
     * Asks for the cancellation of a keyed operation, wherever it runs. The ledger keeps that its tenant did.
     *
     * @param tenant whose
     * @param key its name
     * @return true if it is cancelled for certain, false if cancellation was only requested
     * @throws InterruptedException if the thread is interrupted before the wish was recorded
     */
    public boolean cancel(Tenant tenant, IdempotencyKey key) throws InterruptedException {
        return cancel(tenant, key, tenant.id(), "");
    }

    /**
     * Asks for the cancellation of a keyed operation, wherever it runs, and keeps who asked and why, where the operation
     * stands in the ledger.
     *
     * @param tenant whose
     * @param key its name
     * @param author who asks
     * @param why in their own words; "" for nothing
     * @return true if it is cancelled for certain, false if cancellation was only requested
     * @throws InterruptedException if the thread is interrupted before the wish was recorded
     */
    public boolean cancel(Tenant tenant, IdempotencyKey key, String author, String why) throws InterruptedException {
        return engine.cancelling().cancel(tenant, key, new Cancelling.Wish(author, why));
    }

    /**
     * Looks at an operation: in the ledger, or for a call without a key in what this process remembers of it (ten minutes
     * from its end, within a bound).
     *
     * @param tenant whose
     * @param operation its address
     * @return what there is to see; empty if this tenant has no such operation, or it is forgotten
     * @throws dev.penstock.store.StoreException if the ledger cannot be read
     */
    public Optional<OperationView> operation(Tenant tenant, OperationId operation) {
        return engine.operation(tenant, operation);
    }

    /**
     * Takes a call into the ledger, to be done without anybody waiting: by this engine's background workers, or after a
     * crash by those of whoever opens the ledger next. Its mode and priority become those of background work; its
     * deadline counts from now. The caller's check is not kept, and is not run.
     *
     * @param call what is asked for; needs a key
     * @return its address once it is durable, or what a call with this key would have been told
     * @throws InterruptedException if the thread is interrupted before it was taken in
     */
    public Submitted submit(ChatCall call) throws InterruptedException {
        return engine.submit(call);
    }

    /**
     * What the engine looks like now: permits, circuits, pauses, and what is retained. Costs calls nothing; whoever asks
     * pays for it.
     *
     * @return a copy
     */
    public EngineSnapshot snapshot() {
        return engine.snapshot();
    }

    /**
     * Changes where calls go, without a restart: routes, credentials and aliases. Calls that start afterwards go by the
     * new ones; those under way, their retries included, keep theirs. Limits, circuits, the retry budget and pauses stay
     * as they are, except that a changed credential ends the pause that its predecessor caused.
     *
     * @param routes where calls go from now on
     */
    public void reload(Routes routes) {
        engine.reload(routes);
    }

    /**
     * Changes how calls run, without a restart: the number of active attempts, at once and with what is out staying out;
     * backoffs and caps, and whether answers are asked for as streams, for calls that start afterwards. Population,
     * adaptation, pacing, budget and breaker stay as they were when the engine was opened. Where processes share an
     * account's permits, a longer attempt cap also is how long those of a dead one are kept back, within seconds; a shorter
     * one is from the next start on, since calls that started before keep theirs.
     *
     * @param policy the limits
     * @param upstreamStream whether answers are asked for as streams
     */
    public void reload(PolicySettings policy, UpstreamStream upstreamStream) {
        engine.reload(policy, upstreamStream);
    }

    /**
     * Stops dispatching. Whatever has not been sent ends as {@link Result.Parked} and stays in the ledger as it stands;
     * what is in flight goes on. Cannot be taken back.
     *
     * @param why what stopped it, null for a drain
     */
    public void park(@Nullable EndReason why) {
        engine.park(why);
    }

    /**
     * Waits until nothing is in flight.
     *
     * @param atMost how long
     * @return whether nothing is
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitIdle(Duration atMost) throws InterruptedException {
        return engine.awaitIdle(atMost);
    }

    /** Aborts what is in flight: its outcome becomes unknown, unless it is proven that nothing was sent. */
    public void abortInFlight() {
        engine.abortInFlight();
    }

    /** Stops dispatching, waits for what is in flight for at most 30 s, aborts the rest, and waits for its commits. */
    @Override
    public void close() {
        engine.close();
    }
}
