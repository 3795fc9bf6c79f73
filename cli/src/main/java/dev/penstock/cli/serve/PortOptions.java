package dev.penstock.cli.serve;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.gateway.config.GatewayConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the gateway listens. */
final class PortOptions {

    @Option(names = "--port", paramLabel = "N", description = "The API's port; 0 takes any free one. Default: 8080.")
    private @Nullable Integer port;

    @Option(
            names = "--admin-port",
            paramLabel = "N",
            description = "The operators' port; 0 takes any free one. Default: 8081.")
    private @Nullable Integer adminPort;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "The API's address. Default: 127.0.0.1.")
    private @Nullable String host;

    @Option(
            names = "--allow-remote",
            description = "--host may be an address that other machines reach. Put TLS in front of it.")
    private boolean allowRemote;

    GatewayConfig over(GatewayConfig config) {
        try {
            return config.withPorts(
                    config.api().with(host, port, allowRemote), config.admin().with(null, adminPort, false));
        } catch (IllegalArgumentException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }
}
