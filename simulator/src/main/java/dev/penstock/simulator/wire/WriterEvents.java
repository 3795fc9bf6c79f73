package dev.penstock.simulator.wire;

import dev.penstock.simulator.log.Outcome;

/** What a writer tells while it writes. */
public interface WriterEvents {

    /** The first byte of the answer is written next. */
    void firstByte();

    /**
     * The answer ends: with its last byte, which is written next, or otherwise. Told once.
     *
     * @param outcome how
     */
    void ending(Outcome outcome);
}
