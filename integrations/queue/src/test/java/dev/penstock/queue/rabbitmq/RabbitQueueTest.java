package dev.penstock.queue.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.penstock.queue.Delivery;
import dev.penstock.queue.Published;
import dev.penstock.queue.QueueException;
import dev.penstock.queue.ResultMessage;
import dev.penstock.queue.rabbitmq.RabbitSettings.ResultRoute;
import dev.penstock.store.Bytes;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledIf;

/** What the consumer relies on, on a real broker. */
@EnabledIf(
        value = "dev.penstock.queue.rabbitmq.RabbitServer#isExpected",
        disabledReason = "RabbitMQ is not installed: install the package rabbitmq-server")
class RabbitQueueTest {

    private static final int PATIENCE_SECONDS = 60;
    private static final String DEAD = "dead";

    private static @Nullable RabbitServer server;

    private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
    private final BlockingQueue<LinkEvent> events = new LinkedBlockingQueue<>();
    private @Nullable Connection connection;
    private @Nullable Channel channel;
    private String name = "";
    private String results = "";

    @BeforeAll
    static void startServer() {
        server = RabbitServer.start();
    }

    @AfterAll
    static void stopServer() {
        server().close();
    }

    @BeforeEach
    void declare(TestInfo test) throws IOException {
        name = test.getTestMethod().orElseThrow().getName();
        results = name + ".results";
        connection = server().connect();
        channel = connection.createChannel();
        channel.queueDeclare(DEAD, true, false, false, Map.of());
        channel.queueDeclare(
                name, true, false, false, Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", DEAD));
        channel.queueDeclare(results, true, false, false, Map.of());
    }

    @AfterEach
    void disconnect() {
        if (connection != null) {
            connection.abort();
        }
    }

    @Test
    void message_comesWithWhatItsPublisherSaid() throws Exception {
        Map<String, Object> headers =
                new HashMap<>(Map.of("Idempotency-Key", "order-7", "x-penstock-deadline-ms", 5000));
        headers.put("table", Map.of("not", "a text"));
        channel()
                .basicPublish(
                        "",
                        name,
                        new AMQP.BasicProperties.Builder()
                                .messageId("m-1")
                                .correlationId("c-1")
                                .replyTo("there")
                                .headers(headers)
                                .build(),
                        bytes("{}"));
        try (RabbitQueue queue = open()) {
            queue.take(8, deliveries::add);

            Delivery delivery = next();
            assertThat(delivery.isRedelivered()).isFalse();
            assertThat(text(delivery.message().body())).isEqualTo("{}");
            assertThat(delivery.message().messageId()).isEqualTo("m-1");
            assertThat(delivery.message().correlationId()).isEqualTo("c-1");
            assertThat(delivery.message().replyTo()).isEqualTo("there");
            assertThat(delivery.message().header("idempotency-key")).isEqualTo("order-7");
            assertThat(delivery.message().header("X-Penstock-Deadline-Ms")).isEqualTo("5000");
            assertThat(delivery.message().header("table")).isNull();
        }
    }

    @Test
    void neverMoreAreOutThanWereAskedFor() throws Exception {
        send("1", "2", "3", "4");
        try (RabbitQueue queue = open()) {
            queue.take(2, deliveries::add);

            Delivery first = next();
            Delivery second = next();
            assertThat(ready()).isEqualTo(2);
            first.acknowledge();
            assertThat(text(next().message().body())).isEqualTo("3");
            second.acknowledge();
            assertThat(text(next().message().body())).isEqualTo("4");
        }
    }

    @Test
    void acknowledgedIsGone_rejectedIsADeadLetter_givenBackComesAgain() throws Exception {
        send("done", "never", "later");
        try (RabbitQueue queue = open()) {
            queue.take(8, deliveries::add);
            Delivery done = next();
            Delivery never = next();
            Delivery later = next();
            done.acknowledge();
            never.reject();
            later.giveBack();
            done.giveBack(); // too late

            Delivery again = next();
            assertThat(text(again.message().body())).isEqualTo("later");
            assertThat(again.isRedelivered()).isTrue();
            assertThat(later.isOpen()).isFalse();
            again.acknowledge();
        }
        assertThat(text(awaitMessage(DEAD))).isEqualTo("never");
        assertThat(ready()).isZero();
    }

    @Test
    @DisplayName(
            "a connection that is lost is made anew, and what was out comes again; its old delivery settles nothing")
    void lostConnection_isMadeAnew() throws Exception {
        try (Wire wire = new Wire(server().port());
                RabbitQueue queue = open("amqp://guest:guest@127.0.0.1:" + wire.port())) {
            send("1");
            queue.take(8, deliveries::add);
            Delivery before = next();

            wire.cut();

            Delivery again = next();
            assertThat(again.isRedelivered()).isTrue();
            assertThat(before.isOpen()).isFalse();
            before.acknowledge();
            again.acknowledge();
            send("2");
            assertThat(text(next().message().body())).isEqualTo("2");
            assertThat(events).first().isInstanceOf(LinkEvent.Lost.class);
            assertThat(events).last().isInstanceOf(LinkEvent.Back.class);
        }
    }

    @Test
    @DisplayName(
            "a queue that is deleted and declared anew is found again: the library's own recovery does not see to that")
    void deletedQueue_isFoundAgain() throws Exception {
        try (RabbitQueue queue = open()) {
            queue.take(8, deliveries::add);
            channel().queueDelete(name);
            assertThat(events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isInstanceOf(LinkEvent.Lost.class);

            channel().queueDeclare(name, true, false, false, Map.of());
            send("here");

            assertThat(text(next().message().body())).isEqualTo("here");
        }
    }

    @Test
    @DisplayName(
            "a channel that the broker closes, as after an acknowledgement that took too long, is lost with its link")
    void closedChannel_losesTheLink() throws Exception {
        Connection own = server().connect();
        Channel taking = own.createChannel();
        try (RabbitLink link = new RabbitLink(own, taking, name)) {
            link.take(8, deliveries::add);
            send("1");
            Delivery out = next();

            taking.basicAck(1_000, false); // of a delivery that never was: 406

            assertThat(Time.system().sleeper().await(link.lost(), TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)))
                    .isTrue();
            assertThat(link.why()).contains("406 PRECONDITION_FAILED");
            assertThat(out.isOpen()).isFalse();
        }
    }

    @Test
    void result_isThereOnceItIsConfirmed_andPersistent() throws Exception {
        try (RabbitQueue queue = open()) {
            assertThat(queue.publish(result("whole", null))).isEqualTo(new Published.Confirmed());

            GetResponse got = channel().basicGet(results, true);
            assertThat(text(Bytes.wrap(got.getBody()))).isEqualTo("whole");
            assertThat(got.getProps().getCorrelationId()).isEqualTo("c-1");
            assertThat(got.getProps().getMessageId()).isEqualTo("op_1");
            assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
            assertThat(got.getProps().getContentType()).isEqualTo("application/json");
            assertThat(got.getProps().getHeaders().get("x-penstock-status")).hasToString("200");
        }
    }

    @Test
    void replyAddress_winsOverThePlaceForResults_andMayBeGone() throws Exception {
        String mine = channel().queueDeclare().getQueue();
        try (RabbitQueue queue = open()) {
            assertThat(queue.publish(result("mine", mine))).isEqualTo(new Published.Confirmed());
            assertThat(queue.publish(result("gone", "no such queue"))).isEqualTo(new Published.Nowhere());
        }
        assertThat(text(Bytes.wrap(channel().basicGet(mine, true).getBody()))).isEqualTo("mine");
        assertThat(channel().messageCount(results)).isZero();
    }

    @Test
    void placeForResultsThatIsGone_isAFailure_notASilence() throws Exception {
        try (RabbitQueue queue = open()) {
            channel().queueDelete(results);

            assertThat(queue.publish(result("r", null)))
                    .isEqualTo(new Published.Failed("no queue takes what is published with the key of the results"));
        }
    }

    @Test
    @DisplayName("an exchange that is gone closes the channel: the next result goes out on a new one")
    void exchangeThatIsGone_isAFailure_andMendsItself() throws Exception {
        channel().exchangeDeclare("answers", "topic");
        channel().queueBind(results, "answers", "to.#");
        RabbitSettings settings = settings(server().address()).withResults(new ResultRoute("answers", "to.all"));
        try (RabbitQueue queue = RabbitQueue.open(settings, Time.system(), new SplittableRandom(1), events::add)) {
            assertThat(queue.publish(result("1", null))).isEqualTo(new Published.Confirmed());
            channel().exchangeDelete("answers");
            assertThat(queue.publish(result("2", null))).isInstanceOf(Published.Failed.class);
            channel().exchangeDeclare("answers", "topic");
            channel().queueBind(results, "answers", "to.#");

            assertThat(queue.publish(result("3", null))).isEqualTo(new Published.Confirmed());
        }
        assertThat(channel().messageCount(results)).isEqualTo(2);
    }

    @Test
    void nobodyAskedForResults_goesNowhere() throws Exception {
        RabbitSettings settings = RabbitSettings.of(RabbitAddress.parse(server().address(), Map.of()), name);
        try (RabbitQueue queue = RabbitQueue.open(settings, Time.system(), new SplittableRandom(1), events::add)) {
            assertThat(queue.publish(result("r", null))).isEqualTo(new Published.Nowhere());
        }
    }

    @Test
    void afterAStop_nothingComes_andWhatIsOutCanBeSettled() throws Exception {
        send("1");
        try (RabbitQueue queue = open()) {
            queue.take(1, deliveries::add);
            Delivery out = next();
            queue.stop();
            send("2");
            out.acknowledge();
            assertThat(out.isOpen()).isFalse();
        }
        assertThat(text(awaitMessage(name))).isEqualTo("2");
        assertThat(deliveries).isEmpty();
    }

    @Test
    void whatCannotBeOpened_saysWhy_andShowsNoPassword() {
        String base = "127.0.0.1:" + server().port();
        assertThatThrownBy(() -> open("amqp://guest:hunter2@" + base))
                .isInstanceOf(QueueException.class)
                .hasMessageContaining("refuses this user or its password")
                .message()
                .doesNotContain("hunter2");
        assertThatThrownBy(() -> open("amqp://guest:guest@127.0.0.1:1"))
                .isInstanceOf(QueueException.class)
                .hasMessageContaining(
                        "cannot reach the broker at amqp://guest@127.0.0.1:1/: the connection was refused");
        assertThatThrownBy(() -> open("amqp://guest:guest@" + base + "/nowhere"))
                .isInstanceOf(QueueException.class)
                .hasMessageContaining("nowhere");
        name = "missing";
        assertThatThrownBy(this::open)
                .isInstanceOf(QueueException.class)
                .hasMessageContaining("404")
                .hasMessageContaining("no queue 'missing'");
    }

    private RabbitQueue open() {
        return open(server().address());
    }

    private RabbitQueue open(String address) {
        return RabbitQueue.open(settings(address), Time.system(), new SplittableRandom(1), events::add);
    }

    private RabbitSettings settings(String address) {
        return RabbitSettings.of(RabbitAddress.parse(address, Map.of()), name)
                .withResults(ResultRoute.toQueue(results));
    }

    private void send(String... bodies) throws IOException {
        for (String body : bodies) {
            channel()
                    .basicPublish(
                            "",
                            name,
                            new AMQP.BasicProperties.Builder().deliveryMode(2).build(),
                            bytes(body));
        }
    }

    private Delivery next() throws InterruptedException {
        Delivery delivery = deliveries.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(delivery).as("a delivery; the link: %s", List.copyOf(events)).isNotNull();
        return delivery;
    }

    private long ready() throws IOException {
        return channel().messageCount(name);
    }

    /** What the broker moves, it moves in its own time. */
    private Bytes awaitMessage(String queue) throws IOException, InterruptedException {
        BlockingQueue<Bytes> bodies = new LinkedBlockingQueue<>();
        String tag = channel()
                .basicConsume(
                        queue,
                        true,
                        (consumer, delivery) -> bodies.add(Bytes.wrap(delivery.getBody())),
                        consumer -> {});
        Bytes body = bodies.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        channel().basicCancel(tag);
        assertThat(body).as("a message in %s", queue).isNotNull();
        return body;
    }

    private static ResultMessage result(String body, @Nullable String replyTo) {
        return new ResultMessage(
                Bytes.wrap(bytes(body)),
                Map.of("x-penstock-status", "200", "x-penstock-operation-id", "op_1"),
                "c-1",
                replyTo);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Bytes bytes) {
        return new String(bytes.unsafeArray(), StandardCharsets.UTF_8);
    }

    private static RabbitServer server() {
        RabbitServer started = server;
        if (started == null) {
            throw new IllegalStateException("the broker was not started");
        }
        return started;
    }

    private Channel channel() {
        Channel open = channel;
        if (open == null) {
            throw new IllegalStateException("not connected");
        }
        return open;
    }
}
