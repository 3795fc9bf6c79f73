package dev.penstock.cli.consume;

import dev.penstock.cli.config.ConfigOption;
import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.provider.AttemptOptions;
import dev.penstock.cli.provider.LimitOptions;
import dev.penstock.cli.provider.ProviderOptions;
import dev.penstock.cli.simulate.InProcessSimulator;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.cli.terminal.Unwaited;
import dev.penstock.client.CallSettings;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.Routes;
import dev.penstock.queue.ConsumerConfig;
import dev.penstock.queue.QueueConsumer;
import dev.penstock.queue.QueueException;
import dev.penstock.queue.rabbitmq.RabbitQueue;
import dev.penstock.queue.rabbitmq.RabbitSettings;
import dev.penstock.simulator.Simulator;
import dev.penstock.store.Ledger;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Works through a queue of a broker until it is told to stop. */
@Command(
        name = ConsumeCommand.NAME,
        mixinStandardHelpOptions = true,
        description = {
            "Work through a RabbitMQ queue of chat requests, until Ctrl-C.",
            "A message is acknowledged once its outcome is in the store and its result is published. Delivered again"
                    + " after that, it gets the same result and nothing is sent."
        },
        footerHeading = "%nMessages:%n",
        footer = {
            "  body               the request's JSON, as for POST /v1/chat/completions",
            "  Idempotency-Key    a header that names the operation; without it the message id does. One of them has to"
                    + " be there",
            "  reply_to           where this message's result goes; correlation_id comes back with it",
            "  x-penstock-…       deadline-ms, priority, replay, payload-version, tenant, as at the gateway",
            "What can never be done is rejected, to the queue's dead-letter exchange if it has one."
        })
public final class ConsumeCommand implements Callable<Integer> {

    /** The command's name: it goes on until it is told to stop. */
    public static final String NAME = "consume";

    private final Surroundings around;

    @Mixin
    private final QueueOptions queue = new QueueOptions();

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "The store: a file, or postgresql://USER@HOST/DATABASE, which several consumers may share."
                    + " Default: consumer.penstock in this directory.")
    private @Nullable String store;

    @Mixin
    private final ProviderOptions provider = new ProviderOptions();

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    @SuppressWarnings("UnusedVariable") // read before the others are parsed
    private final ConfigOption config = new ConfigOption();

    @Option(
            names = "--deadline",
            paramLabel = "SPAN",
            defaultValue = "20m",
            converter = SpanConverter.class,
            description = "How long one message may take in all, and the most that it may ask for. Keep it 10 minutes"
                    + " below the broker's consumer_timeout. Default: ${DEFAULT-VALUE}.")
    private Duration deadline = Duration.ofMinutes(20);

    @Mixin
    private final AttemptOptions attempts = new AttemptOptions();

    @Mixin
    private final InProcessSimulator simulator = new InProcessSimulator();

    /**
     * Makes the command.
     *
     * @param around where it runs
     */
    public ConsumeCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws InterruptedException {
        RabbitSettings rabbit = queue.settings(around);
        ConsumerConfig consumer = consumer();
        PenstockConfig engine = PenstockConfig.of(provider.route(around, provider.profile()))
                .withPolicy(limits.policy())
                .withTransport(provider.transport(around))
                .withPrices(provider.prices())
                .withUpstreamStream(attempts.upstreamStream());
        try (Unwaited lines = new Unwaited(around.err())) {
            Surroundings unwaited = around.saying(new PrintStream(lines, true, StandardCharsets.UTF_8));
            if (!provider.isInProcess()) {
                return consume(unwaited, rabbit, consumer, engine);
            }
            try (Simulator running = simulator.start()) {
                var here = provider.profile().withBaseUrl(URI.create(running.baseUrl()));
                Routes routes = Routes.of(provider.route(around, here));
                return consume(unwaited, rabbit, consumer, engine.withRoutes(routes));
            }
        }
    }

    private int consume(Surroundings saying, RabbitSettings rabbit, ConsumerConfig how, PenstockConfig config)
            throws InterruptedException {
        Counts counts = new Counts();
        Notices notices = new Notices(saying, counts);
        StorePlace place =
                store == null ? new StorePlace.InFile(Path.of("consumer.penstock")) : StorePlace.of(store, around);
        // The broker first: a store is not made for a queue that is not there.
        try (RabbitQueue messages = RabbitQueue.open(rabbit, around.time(), around.random(), notices::hear);
                Ledger ledger = place.engine("", around);
                Penstock engine = Penstock.open(config.withLedger(ledger).withListener(notices::hear))) {
            QueueConsumer consumer = QueueConsumer.start(messages, engine, how.withListener(notices::hear));
            around.tell("ready: takes messages from " + rabbit.queue() + " at " + rabbit.address() + ", " + how.atOnce()
                    + " at once, store " + place);
            around.out().flush();
            int code = new Consuming(saying, engine, consumer).untilStopped().value();
            around.tell(counts.toString());
            around.out().flush();
            return code;
        } catch (QueueException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }

    private ConsumerConfig consumer() {
        CallSettings calls = attempts.of(CallSettings.background().withDeadline(deadline));
        return ConsumerConfig.defaults()
                .withTime(around.time(), around.random())
                .withCalls(calls)
                .withTenants(queue.tenants())
                .withAtOnce(limits.window());
    }
}
