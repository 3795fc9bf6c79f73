package dev.penstock.simulator;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A running look-alike of a chat-completions provider. Thread-safe.
 *
 * <p>It serves {@code /models} and {@code /chat/completions}, both also under {@code /v1}, and answers deterministically
 * from the request. What it does otherwise is said by its {@link FaultScript}; what it saw and did is in its log.
 */
public final class Simulator implements AutoCloseable {

    private final Engine engine;
    private final Connections connections;
    private final Listener listener;
    private final RefusalSchedule refusals;

    private Simulator(SimulatorOptions options) {
        this.engine = new Engine(options);
        this.connections = new Connections(engine, new ControlApi(this));
        try {
            this.listener = new Listener(options, connections::accept);
        } catch (SimulatorException e) {
            engine.log().close();
            throw e;
        }
        this.refusals = new RefusalSchedule(engine, listener);
    }

    /**
     * Starts a simulator; it accepts connections when this returns.
     *
     * @param options what it starts with
     * @return the running simulator
     * @throws SimulatorException if it cannot listen or write its log; the message names cause and mend
     */
    public static Simulator start(SimulatorOptions options) {
        Simulator simulator = new Simulator(options);
        simulator.listener.start();
        simulator.refusals.follow();
        return simulator;
    }

    /**
     * Starts a simulator with the default options.
     *
     * @return the running simulator, on a free port of 127.0.0.1
     */
    public static Simulator start() {
        return start(SimulatorOptions.defaults());
    }

    /**
     * Starts a simulator with the default options and a script.
     *
     * @param script its faults
     * @return the running simulator, on a free port of 127.0.0.1
     */
    public static Simulator start(FaultScript script) {
        return start(SimulatorOptions.builder().script(script).build());
    }

    /**
     * The faults that can be asked for by the model's name.
     *
     * @return the names and what they do, in the order of the documentation
     */
    public static Map<String, String> modelFaults() {
        return ModelFaults.meanings();
    }

    /**
     * The port it listens on.
     *
     * @return the port
     */
    public int port() {
        return listener.address().getPort();
    }

    /**
     * Where it is, as a client's base URL.
     *
     * @return for example {@code http://127.0.0.1:8089}, without a slash at the end
     */
    public String baseUrl() {
        String host = listener.address().getHostString();
        return "http://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port();
    }

    /**
     * The finished requests that are kept in memory.
     *
     * @return in the order in which they finished
     */
    public List<LogEntry> log() {
        return engine.log().finished();
    }

    /**
     * The requests that are not finished, work after the client's leaving included.
     *
     * @return snapshots in the order in which they began
     */
    public List<LogEntry> inProgress() {
        return engine.log().inProgress();
    }

    /**
     * All requests that are known: finished ones that are kept in memory and those in progress, none missed and none
     * twice, whatever happens meanwhile.
     *
     * @return in the order in which they began
     */
    public List<LogEntry> requests() {
        return engine.log().all();
    }

    /**
     * Waits until so many requests have finished since the start or the last reset.
     *
     * @param count how many
     * @param patience how long at most
     * @return false if the time is over
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitFinished(long count, Duration patience) throws InterruptedException {
        return engine.log().await(count, patience);
    }

    /**
     * How many requests have finished since the start or the last reset, those no longer in memory included.
     *
     * @return the count
     */
    public long finishedCount() {
        return engine.log().finishedCount();
    }

    /**
     * How many connections were accepted since the start.
     *
     * @return the count
     */
    public long connectionCount() {
        return connections.count();
    }

    /**
     * How many connections are open.
     *
     * @return the count
     */
    public int openConnections() {
        return connections.openCount();
    }

    /**
     * The most completions that were at work at once, since the start or the last reset.
     *
     * @return by model, over all accounts
     */
    public Map<String, Integer> maxActive() {
        return engine.gate().peaks();
    }

    /**
     * Puts another script in place. Its counts and its time begin now; requests that have begun go on as they are.
     *
     * @param script the script
     */
    public void script(FaultScript script) {
        engine.use(new RuleBook(script, engine.clock()));
        refusals.follow();
    }

    /** Stops listening, so that new connections are refused; those there are go on. */
    public void refuseConnections() {
        listener.refuse();
    }

    /**
     * Stops listening for a while.
     *
     * @param span how long
     */
    public void refuseConnections(Duration span) {
        refuseConnections();
        Thread.ofVirtual().name("simulator-refusal").start(() -> {
            try {
                engine.clock().sleep(span.toMillis() * 1_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            acceptConnections();
        });
    }

    /** Listens again after {@link #refuseConnections()}, on the same port. */
    public void acceptConnections() {
        listener.listen();
    }

    /** Ends all connections, and with them what is in progress. */
    public void dropConnections() {
        connections.abortAllBut(Thread.currentThread());
    }

    /**
     * Ends what is in progress, forgets the log in memory and all counts, and puts the script of the start in place. The
     * log's file stays.
     */
    public void reset() {
        dropConnections();
        engine.log().clear();
        engine.gate().reset();
        listener.listen();
        script(engine.options().script());
    }

    /** Stops listening, ends all connections and closes the log. */
    @Override
    public void close() {
        refusals.close();
        listener.close();
        connections.abortAllBut(Thread.currentThread());
        engine.log().close();
    }
}
