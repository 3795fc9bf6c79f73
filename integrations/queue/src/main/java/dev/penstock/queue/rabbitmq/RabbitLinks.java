package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import dev.penstock.queue.QueueException;
import dev.penstock.queue.rabbitmq.RabbitSettings.ResultRoute;
import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/** Opens connections to one broker, and finds out whether what is named there is there. Thread-safe. */
final class RabbitLinks implements AutoCloseable {

    private static final String NAME = "penstock";
    private static final int HEARTBEAT_SECONDS = 20;
    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 30_000;

    /** The broker's own bound: what is too large for us is rejected by us, one message and not the connection. */
    private static final int LARGEST_MESSAGE = 512 << 20;

    private final RabbitSettings settings;
    private final ExecutorService deliveries = Executors.newVirtualThreadPerTaskExecutor();
    private final ConnectionFactory factory;

    RabbitLinks(RabbitSettings settings) {
        this.settings = settings;
        this.factory = factory(settings.address(), deliveries);
    }

    /**
     * Opens one.
     *
     * @return the link, on which nothing is taken yet
     * @throws QueueException if the broker cannot be reached or refuses, or a queue or exchange is not there
     */
    RabbitLink open() {
        Connection connection = null;
        try {
            Address address =
                    new Address(settings.address().host(), settings.address().port());
            connection = factory.newConnection(List.of(address), NAME);
            Channel channel = connection.createChannel();
            if (channel == null) {
                throw new IOException("the broker allows no channel");
            }
            channel.queueDeclarePassive(settings.queue());
            ResultRoute results = settings.results();
            if (results != null && results.isQueue()) {
                channel.queueDeclarePassive(results.key());
            } else if (results != null) {
                channel.exchangeDeclarePassive(results.exchange());
            }
            return new RabbitLink(connection, channel, settings.queue());
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            if (connection != null) {
                connection.abort(CONNECT_MILLIS);
            }
            throw Trouble.of(e, settings);
        }
    }

    @Override
    public void close() {
        deliveries.shutdown();
    }

    /** The library's own recovery stays off: it does not bring back a channel that the broker closed. */
    private static ConnectionFactory factory(RabbitAddress address, ExecutorService deliveries) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setVirtualHost(address.virtualHost());
        factory.setUsername(address.user());
        factory.setPassword(address.password());
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        factory.setConnectionTimeout(CONNECT_MILLIS);
        factory.setHandshakeTimeout(CONNECT_MILLIS);
        factory.setChannelRpcTimeout(ANSWER_MILLIS);
        factory.setMaxInboundMessageBodySize(LARGEST_MESSAGE);
        factory.setSharedExecutor(deliveries);
        factory.setThreadFactory(
                Thread.ofPlatform().daemon().name("penstock-rabbit-", 0).factory());
        if (address.tls()) {
            try {
                factory.useSslProtocol(SSLContext.getDefault());
            } catch (NoSuchAlgorithmException e) {
                throw new QueueException("this Java has no TLS", e);
            }
            factory.enableHostnameVerification();
        }
        return factory;
    }
}
