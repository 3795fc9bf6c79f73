package dev.penstock.simulator.script;

/** A place inside an answer. */
public sealed interface CutPoint {

    /** Before the first byte. */
    CutPoint START = new AtByte(0);

    /**
     * After so many bytes on the wire, the head included.
     *
     * @param offset how many; 0 lets no byte out
     */
    record AtByte(long offset) implements CutPoint {}

    /**
     * After the head and so many bytes on the wire; chunk sizes count.
     *
     * @param offset how many; 0 lets the head out
     */
    record AtBodyByte(long offset) implements CutPoint {}

    /**
     * After so many deltas with output of a stream; the chunk with the role alone is none.
     *
     * @param count how many; 0 lets the head out
     */
    record AfterDeltas(int count) implements CutPoint {}
}
