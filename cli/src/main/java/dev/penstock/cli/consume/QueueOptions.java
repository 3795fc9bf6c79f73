package dev.penstock.cli.consume;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.queue.rabbitmq.RabbitAddress;
import dev.penstock.queue.rabbitmq.RabbitSettings;
import dev.penstock.queue.rabbitmq.RabbitSettings.ResultRoute;
import dev.penstock.store.Tenant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which queue of which broker, whose messages, and where results go. */
final class QueueOptions {

    @Option(
            names = "--amqp",
            paramLabel = "URL",
            defaultValue = "amqp://localhost",
            description = "The broker: amqp://USER@HOST:PORT/VHOST, or amqps:// for TLS. User and password may stand in"
                    + " AMQP_USER and AMQP_PASSWORD instead. Default: ${DEFAULT-VALUE}.")
    private String amqp = "amqp://localhost";

    @Option(
            names = "--queue",
            required = true,
            paramLabel = "NAME",
            description = "The queue to take messages from; it has to be there.")
    private String queue = "";

    @Option(
            names = "--results",
            paramLabel = "NAME",
            description =
                    "The queue for results, or with --results-exchange their routing key. A message's own reply_to"
                            + " wins over it. Default: results go nowhere else.")
    private @Nullable String results;

    @Option(
            names = "--results-exchange",
            paramLabel = "NAME",
            description = "The exchange for results. Default: the default exchange, so that --results names a queue.")
    private @Nullable String exchange;

    @Option(
            names = "--tenant",
            paramLabel = "NAME",
            defaultValue = "local",
            split = ",",
            converter = TenantConverter.class,
            description = "Whose operations they are. Of several, separated by commas, a message may name one in"
                    + " x-penstock-tenant; the first is that of the others. Default: ${DEFAULT-VALUE}.")
    private List<Tenant> tenants = List.of(Tenant.LOCAL);

    RabbitSettings settings(Surroundings around) {
        RabbitSettings settings = RabbitSettings.of(address(around), queue);
        if (results != null) {
            return withResults(settings, new ResultRoute(exchange == null ? "" : exchange, results));
        }
        if (exchange != null) {
            throw new Refusal("--results-exchange needs --results, the routing key of results");
        }
        return settings;
    }

    private static RabbitSettings withResults(RabbitSettings settings, ResultRoute route) {
        try {
            return settings.withResults(route);
        } catch (IllegalArgumentException e) {
            throw new Refusal("--results: " + e.getMessage());
        }
    }

    List<Tenant> tenants() {
        return tenants;
    }

    private RabbitAddress address(Surroundings around) {
        try {
            return RabbitAddress.parse(amqp, around.environment());
        } catch (IllegalArgumentException e) {
            throw new Refusal("--amqp: " + e.getMessage());
        }
    }

    /** Reads a tenant's name. */
    static final class TenantConverter implements ITypeConverter<Tenant> {
        /** For picocli. */
        TenantConverter() {}

        @Override
        public Tenant convert(String value) {
            try {
                return new Tenant(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value + "' is not a tenant's name; " + e.getMessage());
            }
        }
    }
}
