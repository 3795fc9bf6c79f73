package dev.penstock.client;

/** How the leader of an operation gets its answer (design 12). Joiners and repeats always get it in one piece. */
public sealed interface Delivery {

    /**
     * In one piece, once it is complete and committed. An interrupted generation may be replaced where the replay setting
     * allows, since nothing of it has been seen.
     */
    record Whole() implements Delivery {}

    /**
     * As it comes, one event of the stream after another. Whatever was given forbids a transparent replay under every
     * setting (R-STREAM-3).
     *
     * @param output where the events go
     */
    record Live(LiveOutput output) implements Delivery {}

    /**
     * The default.
     *
     * @return in one piece
     */
    static Delivery whole() {
        return new Whole();
    }

    /**
     * As it comes.
     *
     * @param output where the events go
     * @return live delivery
     */
    static Delivery live(LiveOutput output) {
        return new Live(output);
    }
}
