package dev.penstock.http.netty;

import dev.penstock.http.Exchange;
import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.Framing;
import dev.penstock.http.ResponseHead;
import dev.penstock.http.SendGuard;
import dev.penstock.http.TransportRequest;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One exchange over HTTP/1.1, from the reader's side. */
final class HttpExchange implements Exchange {

    private final NettyTransport transport;
    private final ExchangeState state;
    private final Watchdog watchdog;
    private final Launch launch;
    private final long maxBody;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean sent = new AtomicBoolean();
    private @Nullable BodyReader body;

    HttpExchange(NettyTransport transport, TransportRequest request, ExchangeLimits limits) {
        this.transport = transport;
        this.state = new ExchangeState(transport.time().ticker());
        this.watchdog = new Watchdog(limits, transport.time(), () -> state.unreadBytes() > 0, this::abort);
        this.launch = new Launch(transport, request, limits, state, new Supervision(watchdog, this::released));
        this.maxBody = limits.maxBody();
    }

    @Override
    public boolean connect() throws InterruptedException {
        if (begun.compareAndSet(false, true)) {
            begin();
        }
        boolean connected = state.awaitConnection();
        launch.throwWhatWasThrown();
        return connected;
    }

    @Override
    public Optional<ResponseHead> send(SendGuard guard) throws InterruptedException {
        if (!sent.compareAndSet(false, true)) {
            throw new IllegalStateException("an exchange sends once");
        }
        if (begun.compareAndSet(false, true)) {
            // The connection's event loop goes on by itself, without a turn of this thread in between.
            launch.asks(guard);
            begin();
        } else if (connect()) {
            launch.launch(guard);
        }
        Optional<ResponseHead> head = state.awaitHead();
        launch.throwWhatWasThrown();
        if (head.isPresent()) {
            body = new BodyReader(head.get().coding(), new WireInput(state, launch::refill));
        }
        return head;
    }

    @Override
    public byte @Nullable [] read() throws InterruptedException {
        BodyReader reader = body;
        if (reader == null) {
            return null;
        }
        byte[] part = reader.next();
        if (part == null && reader.fault() != null) {
            state.readerFound(reader.fault(), null);
            complete();
        }
        if (part != null && reader.total() > maxBody) {
            body = null;
            if (!abort(AbortCause.TOO_LARGE)) {
                state.readerFound(state.framing(), new Ending.Aborted(AbortCause.TOO_LARGE));
            }
            return null;
        }
        return part;
    }

    @Override
    public void progress() {
        watchdog.progressed();
    }

    @Override
    public void pause() {
        watchdog.paused();
    }

    @Override
    public void resume() {
        watchdog.resumed();
    }

    @Override
    public void complete() {
        if (state.end(new Ending.Finished())) {
            released();
            launch.drain();
        }
    }

    @Override
    public boolean abort(AbortCause cause) {
        if (!state.end(new Ending.Aborted(cause))) {
            return false;
        }
        released();
        launch.cancel();
        return true;
    }

    @Override
    public Optional<Ending> ending() {
        return Optional.ofNullable(state.ending());
    }

    @Override
    public DeliveryEvidence evidence() {
        return state.evidence();
    }

    @Override
    public Framing framing() {
        return state.framing();
    }

    @Override
    public void close() {
        abort(AbortCause.CANCELLED);
    }

    private void begin() {
        if (state.connecting()) {
            transport.began(this);
            watchdog.start();
            if (state.ending() == null) {
                launch.acquire();
            }
            if (state.ending() != null) {
                released();
            }
        }
    }

    private void released() {
        watchdog.stop();
        transport.ended(this);
    }
}
