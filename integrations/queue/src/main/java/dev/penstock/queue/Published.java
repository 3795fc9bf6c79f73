package dev.penstock.queue;

/** What became of a result that was to be published. */
public sealed interface Published {

    /** The broker has it, durably where its queue is durable. */
    record Confirmed() implements Published {}

    /** There is no place for it: nobody asked for it, or whoever did has taken its queue away. */
    record Nowhere() implements Published {}

    /**
     * Not published, or nobody knows.
     *
     * @param why for people; holds no content
     */
    record Failed(String why) implements Published {}
}
