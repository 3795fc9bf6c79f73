package dev.penstock.cli.doctor;

import dev.penstock.cli.terminal.Reason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Connects to a provider, and for https greets it, without a request: free of charge. */
final class Reachability {

    private static final int PATIENCE_MILLIS = 5_000;

    private final URI address;
    private final Map<String, String> environment;

    Reachability(URI address, Map<String, String> environment) {
        this.address = address;
        this.environment = environment;
    }

    Finding look() {
        boolean secure = "https".equals(address.getScheme());
        if (hasProxy()) {
            return Finding.warn("reachability", "a proxy is set in the environment; a direct connection says nothing");
        }
        int port = address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80;
        InetSocketAddress peer = new InetSocketAddress(address.getHost(), port);
        if (peer.isUnresolved()) {
            return Finding.fail(
                    "reachability", address.getHost() + " has no address; mend --base-url or the name service");
        }
        try (Socket socket = new Socket()) {
            socket.connect(peer, PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            if (secure) {
                greet(socket, port);
            }
            return Finding.ok(
                    "reachability",
                    address.getHost() + ":" + port + " accepts connections" + (secure ? ", TLS holds" : ""));
        } catch (SocketTimeoutException e) {
            return Finding.fail(
                    "reachability",
                    address.getHost() + ":" + port + " does not answer within 5 s; is a"
                            + " firewall or a proxy in between?");
        } catch (SSLException e) {
            return Finding.fail(
                    "reachability",
                    "no trusted TLS connection to " + address.getHost()
                            + "; is its authority known here, and does it speak HTTP/1.1?");
        } catch (IOException e) {
            return Finding.fail("reachability", address.getHost() + ":" + port + ": " + Reason.of(e));
        }
    }

    private void greet(Socket socket, int port) throws IOException {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        try (SSLSocket secured = (SSLSocket) factory.createSocket(socket, address.getHost(), port, true)) {
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setApplicationProtocols(new String[] {"http/1.1"});
            secured.setSSLParameters(parameters);
            secured.startHandshake();
        }
    }

    private boolean hasProxy() {
        return environment.keySet().stream()
                .anyMatch(name ->
                        name.equalsIgnoreCase(address.getScheme() + "_proxy") || name.equalsIgnoreCase("all_proxy"));
    }
}
