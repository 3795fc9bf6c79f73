package dev.penstock.it.gateway;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A simulator and a gateway in front of it, each a process of its own; the simulator's log is the judge. */
final class SimulatorBehindGateway implements AutoCloseable {

    private final SimulatorProcess simulator;
    private final GatewayProcess gateway;

    private SimulatorBehindGateway(SimulatorProcess simulator, GatewayProcess gateway) {
        this.simulator = simulator;
        this.gateway = gateway;
    }

    static SimulatorBehindGateway start(Path directory, String script, String... options) {
        SimulatorProcess simulator = SimulatorProcess.start(directory, script);
        try {
            List<String> words = new ArrayList<>(List.of("--provider", "simulator", "--base-url", simulator.baseUrl()));
            words.addAll(List.of(options));
            return new SimulatorBehindGateway(simulator, GatewayProcess.start(directory, words.toArray(String[]::new)));
        } catch (RuntimeException | Error e) {
            simulator.close();
            throw e;
        }
    }

    GatewayProcess gateway() {
        return gateway;
    }

    SimulatorProcess simulator() {
        return simulator;
    }

    /** The requests whose last user message is this text, those that have finished. */
    List<Request> sendsOf(String text) {
        return simulator.log().sendsOf(Chat.of(text));
    }

    /** The one request with this text, once it has finished. */
    Request theSendOf(String text) {
        Await.until("the request is in the log", () -> !sendsOf(text).isEmpty());
        List<Request> sends = sendsOf(text);
        if (sends.size() != 1) {
            throw new AssertionError(sends.size() + " sends: " + sends);
        }
        return sends.getFirst();
    }

    @Override
    public void close() {
        gateway.close();
        simulator.close();
    }
}
