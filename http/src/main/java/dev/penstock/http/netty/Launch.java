package dev.penstock.http.netty;

import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.SendGuard;
import dev.penstock.http.TransportRequest;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Leads an exchange to its first byte: a connection from the pool or a new one, the guard, the upload. Before that byte a
 * pooled connection found dead is replaced; from it on, nothing is ever repeated (B046, B049).
 */
final class Launch implements Dial.Listener {

    private final NettyTransport transport;
    private final TransportRequest request;
    private final ExchangeLimits limits;
    private final ExchangeState state;
    private final Supervision supervision;
    private volatile @Nullable Dial dial;
    private volatile @Nullable Receiver receiver;
    private volatile @Nullable SendGuard guard;
    private volatile @Nullable Throwable unexpected;

    Launch(
            NettyTransport transport,
            TransportRequest request,
            ExchangeLimits limits,
            ExchangeState state,
            Supervision supervision) {
        this.transport = transport;
        this.request = request;
        this.limits = limits;
        this.state = state;
        this.supervision = supervision;
    }

    void acquire() {
        Connection pooled = transport.pool().take(request.origin());
        if (pooled != null) {
            pooled.execute(() -> claim(pooled));
            return;
        }
        Dial dialling =
                transport.connector().dial(request.origin(), limits.phases().connect(), this);
        dial = dialling;
        if (state.ending() != null) {
            dialling.cancel();
        }
    }

    @Override
    public void connected(Connection connection) {
        hold(connection, false);
    }

    @Override
    public void failed(FailureKind step) {
        end(new Ending.Failed(step));
    }

    @Override
    public void threw(Throwable failure) {
        unexpected = failure;
        end(new Ending.Threw());
    }

    /** Says before {@link #acquire} what is asked once there is a connection: the request is then sent over it at once. */
    void asks(SendGuard toAsk) {
        guard = toAsk;
    }

    void launch(SendGuard toAsk) {
        guard = toAsk;
        Connection connection = state.connection();
        if (connection != null) {
            connection.execute(() -> startOrThrow(connection, toAsk));
        }
    }

    void throwWhatWasThrown() {
        Throwable thrown = unexpected;
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
    }

    /** Takes the connection down, whatever it is doing; called once the exchange has ended. */
    void cancel() {
        Dial dialling = dial;
        if (dialling != null) {
            dialling.cancel();
        }
        Connection connection = state.connection();
        if (connection != null) {
            connection.closeNow();
        }
    }

    void refill() {
        Receiver current = receiver;
        if (current != null) {
            current.refill();
        }
    }

    void drain() {
        Receiver current = receiver;
        if (current == null) {
            cancel();
        } else {
            current.drain();
        }
    }

    private void claim(Connection pooled) {
        if (pooled.usable()) {
            hold(pooled, true);
        } else {
            pooled.closeNow();
            acquire();
        }
    }

    private void hold(Connection connection, boolean reused) {
        SendGuard waiting = guard;
        if (!state.connected(connection, reused)) {
            putBack(connection);
        } else if (waiting != null) {
            startOrThrow(connection, waiting);
        }
    }

    private void startOrThrow(Connection connection, SendGuard toAsk) {
        try {
            start(connection, toAsk);
        } catch (RuntimeException | Error failure) {
            threw(failure);
            connection.closeNow();
        }
    }

    private void start(Connection connection, SendGuard toAsk) {
        if (state.ending() != null) {
            return;
        }
        if (!connection.usable()) {
            replace(connection);
            return;
        }
        Optional<AbortCause> refusal = toAsk.refusal();
        if (refusal.isPresent()) {
            end(new Ending.Aborted(refusal.get()), () -> putBack(connection));
            return;
        }
        Receiver next = new Receiver(connection, transport, state, supervision);
        receiver = next;
        connection.attach(next);
        supervision.watchdog().uploadMoved();
        new Upload(request, connection.channel(), next).start();
    }

    private void replace(Connection dead) {
        dead.closeNow();
        if (state.evidence().connectionReused()) {
            acquire();
        } else {
            end(Failures.CLOSED);
        }
    }

    private void putBack(Connection unused) {
        transport.pool().put(unused, transport.config().poolIdle());
    }

    private void end(Ending how) {
        end(how, () -> {});
    }

    private void end(Ending how, Runnable release) {
        state.end(how, () -> {
            supervision.ended().run();
            release.run();
        });
    }
}
