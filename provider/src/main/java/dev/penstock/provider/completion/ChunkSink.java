package dev.penstock.provider.completion;

/** Told of every event of a stream, in order, on the thread that feeds the reader. Comments are not events. */
@FunctionalInterface
public interface ChunkSink {

    /** Hears nothing. */
    ChunkSink NONE = chunk -> {};

    /**
     * An event arrived.
     *
     * @param chunk the event
     */
    void chunk(StreamChunk chunk);
}
