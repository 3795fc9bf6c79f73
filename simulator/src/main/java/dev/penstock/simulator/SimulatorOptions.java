package dev.penstock.simulator;

import dev.penstock.simulator.clock.SimulatorClock;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.FaultScript;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a simulator starts with.
 *
 * @param host the address it listens on; loopback unless chosen otherwise
 * @param port the port; 0 takes any free one
 * @param look how it behaves where no script says otherwise
 * @param keys the API keys it accepts
 * @param script its faults
 * @param logFile where the request log is appended, one JSON line each; null for no file
 * @param logMemory how many of the latest finished requests are kept in memory; 0 for none
 * @param control who may control it over HTTP too, under {@code /control}
 * @param idle after how long without a request a connection is closed
 * @param clock where it reads time
 */
public record SimulatorOptions(
        String host,
        int port,
        ProviderLook look,
        Keys keys,
        FaultScript script,
        @Nullable Path logFile,
        int logMemory,
        ControlAccess control,
        Duration idle,
        SimulatorClock clock) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SimulatorOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535: " + port);
        }
        if (logMemory < 0) {
            throw new IllegalArgumentException("logMemory must not be negative: " + logMemory);
        }
        if (idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("idle must be positive: " + idle);
        }
    }

    /**
     * On a free port of 127.0.0.1, looking like DeepSeek, without faults, keys or file; controlled from this machine;
     * the latest 10,000 requests are kept, idle connections are closed after 75 s.
     *
     * @return the options
     */
    public static SimulatorOptions defaults() {
        return builder().build();
    }

    /**
     * A builder that starts with the defaults.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds options step by step. Not thread-safe. */
    public static final class Builder {
        private String host = "127.0.0.1";
        private int port;
        private ProviderLook look = ProviderLook.deepseek();
        private Keys keys = Keys.NONE;
        private FaultScript script = FaultScript.NONE;
        private @Nullable Path logFile;
        private int logMemory = 10_000;
        private ControlAccess control = ControlAccess.LOOPBACK;
        private Duration idle = Duration.ofSeconds(75);
        private SimulatorClock clock = SimulatorClock.system();

        private Builder() {}

        /**
         * Sets the address.
         *
         * @param address a name or an address of this machine
         * @return this
         */
        public Builder host(String address) {
            host = address;
            return this;
        }

        /**
         * Sets the port.
         *
         * @param number the port, 0 for any free one
         * @return this
         */
        public Builder port(int number) {
            port = number;
            return this;
        }

        /**
         * Sets the look.
         *
         * @param provider how it behaves where no script says otherwise
         * @return this
         */
        public Builder look(ProviderLook provider) {
            look = provider;
            return this;
        }

        /**
         * Sets the keys.
         *
         * @param accepted the keys it accepts
         * @return this
         */
        public Builder keys(Keys accepted) {
            keys = accepted;
            return this;
        }

        /**
         * Sets the script.
         *
         * @param faults its faults
         * @return this
         */
        public Builder script(FaultScript faults) {
            script = faults;
            return this;
        }

        /**
         * Sets the log's file.
         *
         * @param file where lines are appended, null for no file
         * @return this
         */
        public Builder logFile(@Nullable Path file) {
            logFile = file;
            return this;
        }

        /**
         * Sets how much of the log is kept in memory.
         *
         * @param entries how many finished requests
         * @return this
         */
        public Builder logMemory(int entries) {
            logMemory = entries;
            return this;
        }

        /**
         * Sets who may control it over HTTP.
         *
         * @param access who
         * @return this
         */
        public Builder control(ControlAccess access) {
            control = access;
            return this;
        }

        /**
         * Sets the idle time of connections.
         *
         * @param time after how long without a request they are closed
         * @return this
         */
        public Builder idle(Duration time) {
            idle = time;
            return this;
        }

        /**
         * Sets the clock.
         *
         * @param source where it reads time
         * @return this
         */
        public Builder clock(SimulatorClock source) {
            clock = source;
            return this;
        }

        /**
         * The options.
         *
         * @return the options as set
         */
        public SimulatorOptions build() {
            return new SimulatorOptions(host, port, look, keys, script, logFile, logMemory, control, idle, clock);
        }
    }
}
