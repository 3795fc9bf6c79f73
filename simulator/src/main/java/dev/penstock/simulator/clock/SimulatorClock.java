package dev.penstock.simulator.clock;

/** Where the simulator reads time and waits. Implementations are thread-safe. */
public interface SimulatorClock {

    /**
     * The monotonic clock. Only differences have a meaning.
     *
     * @return microseconds since an arbitrary point
     */
    long micros();

    /**
     * The wall clock.
     *
     * @return milliseconds since the epoch, UTC
     */
    long epochMillis();

    /**
     * Waits.
     *
     * @param micros how long; zero and negative values return at once
     * @throws InterruptedException if the thread is interrupted
     */
    void sleep(long micros) throws InterruptedException;

    /**
     * The clocks of this machine. On Linux the monotonic one is shared by all processes of the machine.
     *
     * @return the system's clock
     */
    static SimulatorClock system() {
        return SystemClock.INSTANCE;
    }
}
