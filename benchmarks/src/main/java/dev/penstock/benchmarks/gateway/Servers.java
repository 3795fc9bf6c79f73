package dev.penstock.benchmarks.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts what stands between the callers and the upstream. */
final class Servers {

    /** The header lines of a caller of ours. */
    static final String OURS = "authorization: Bearer benchmark-client-key-0001\r\n";

    /** The header line that makes a call of ours durable. */
    static final String KEY = "idempotency-key: " + new String(Exchanges.NUMBER, StandardCharsets.US_ASCII) + "\r\n";

    private static final String PORTKEY = "@portkey-ai/gateway";
    private static final String PORTKEY_VERSION = "1.15.2";

    private final Path home;
    private final Path folder;
    private final int upstream;

    Servers(Path home, Path folder, int upstream) {
        this.home = home;
        this.folder = folder;
        this.upstream = upstream;
    }

    /** One nginx process that passes everything on over connections that stay. */
    ServerProcess nginx() throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        Path config = folder.resolve("nginx.conf");
        Files.writeString(config, """
                daemon off; master_process off; pid nginx.pid; error_log nginx-error.log;
                events { worker_connections 4096; }
                http {
                  access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi; scgi_temp_path scgi; keepalive_requests 1000000000;
                  upstream provider { server 127.0.0.1:%d; keepalive 1024; keepalive_requests 1000000000; }
                  server {
                    listen 127.0.0.1:%d backlog=4096;
                    location / { proxy_pass http://provider; proxy_http_version 1.1;
                      proxy_set_header Connection ""; proxy_buffering off; }
                  }
                }
                """.formatted(upstream, port));
        List<String> command = List.of("nginx", "-p", folder.toString(), "-c", config.toString());
        return ServerProcess.start(command, Map.of(), port, folder.resolve("nginx.log"));
    }

    /** Our gateway, with further options. */
    ServerProcess penstock(String name, String... options) throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(List.of(home.resolve("penstock").toString(), "serve", "--quiet"));
        command.addAll(List.of("--port", Integer.toString(port), "--admin-port", "0"));
        command.addAll(List.of("--provider", "openai-compatible", "--api-key-env", "BENCHMARK_KEY"));
        command.addAll(List.of("--base-url", "http://127.0.0.1:" + upstream + "/v1"));
        command.addAll(List.of("--max-active", "4096", "--max-retained", "8192"));
        command.addAll(List.of(options));
        Map<String, String> keys =
                Map.of("BENCHMARK_KEY", "provider-key", "PENSTOCK_CLIENT_KEY", "benchmark-client-key-0001");
        return ServerProcess.start(command, keys, port, folder.resolve(name + ".log"));
    }

    /** Portkey's gateway, installed from npm into this folder if it is not there. */
    ServerProcess portkey() throws IOException, InterruptedException {
        Path installed = home.resolve("benchmarks/target/portkey");
        Path main = installed.resolve("node_modules").resolve(PORTKEY).resolve("build/start-server.js");
        if (!Files.exists(main)) {
            Files.createDirectories(installed);
            new ProcessBuilder(
                            "npm",
                            "install",
                            "--no-audit",
                            "--no-fund",
                            "--prefix",
                            installed.toString(),
                            PORTKEY + "@" + PORTKEY_VERSION)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("npm.log").toFile())
                    .start()
                    .waitFor();
        }
        int port = ServerProcess.freePort();
        List<String> command = List.of("node", main.toString(), "--port=" + port, "--headless");
        return ServerProcess.start(command, Map.of("NODE_ENV", "production"), port, folder.resolve("portkey.log"));
    }

    /** The header lines that Portkey's gateway is told its upstream by. */
    String forPortkey() {
        return "authorization: Bearer provider-key\r\nx-portkey-provider: openai\r\nx-portkey-custom-host: http://127.0.0.1:"
                + upstream + "/v1\r\n";
    }
}
