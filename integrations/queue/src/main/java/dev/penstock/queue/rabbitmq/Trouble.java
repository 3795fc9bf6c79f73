package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.penstock.queue.QueueException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What the broker's library throws, in words. They hold names of queues, exchanges and users, and no password. */
final class Trouble {

    private Trouble() {}

    static QueueException of(Exception e, RabbitSettings settings) {
        return new QueueException(words(e, settings), e);
    }

    private static String words(Exception e, RabbitSettings settings) {
        RabbitAddress address = settings.address();
        ShutdownSignalException signal = signal(e);
        return switch (e) {
            case AuthenticationFailureException ignored -> credentials(address);
            case PossibleAuthenticationFailureException ignored -> credentials(address);
            case UnknownHostException ignored -> away(address, "there is no such host");
            case ConnectException ignored -> away(address, "the connection was refused");
            case SocketTimeoutException ignored -> away(address, "it does not answer");
            case TimeoutException ignored -> away(address, "it does not answer");
            case SSLException ssl -> away(address, "TLS failed (" + ssl.getMessage() + ")");
            default -> signal == null ? away(address, said(e)) : address + ": " + words(signal);
        };
    }

    /** Why a connection or a channel ended. */
    static String words(ShutdownSignalException signal) {
        Method reason = signal.getReason();
        return switch (reason) {
            case AMQP.Channel.Close close -> said(close.getReplyCode(), close.getReplyText());
            case AMQP.Connection.Close close -> said(close.getReplyCode(), close.getReplyText());
            case null -> cause(signal);
            default -> "the connection ended";
        };
    }

    private static String cause(ShutdownSignalException signal) {
        Throwable cause = signal.getCause();
        if (cause == null) {
            return "the connection ended";
        }
        return "the connection broke (" + cause.getClass().getSimpleName()
                + (cause.getMessage() == null ? "" : ": " + cause.getMessage()) + ")";
    }

    private static String said(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String said(int code, String text) {
        return "the broker says " + code + " " + text;
    }

    private static String credentials(RabbitAddress address) {
        return address
                + ": the broker refuses this user or its password. Both stand in the address, or in AMQP_USER and"
                + " AMQP_PASSWORD; guest may only connect from the broker's own machine";
    }

    private static String away(RabbitAddress address, String why) {
        return "cannot reach the broker at " + address + ": " + why;
    }

    private static @Nullable ShutdownSignalException signal(Throwable e) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof ShutdownSignalException signal) {
                return signal;
            }
        }
        return null;
    }
}
