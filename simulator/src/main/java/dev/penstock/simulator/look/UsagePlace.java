package dev.penstock.simulator.look;

/** Where a stream carries its usage. A plain JSON answer always has it in the body, or where this says so not at all. */
public enum UsagePlace {
    /** In the chunk that finishes the last choice, as DeepSeek does. */
    LAST_CHUNK,
    /** In a chunk of its own with empty choices, after the finish and before {@code [DONE]}. */
    SEPARATE_CHUNK,
    /** As {@link #SEPARATE_CHUNK}, but only if the request sets {@code stream_options.include_usage}, as OpenAI does. */
    SEPARATE_IF_ASKED,
    /** In a chunk of its own after {@code [DONE]}. */
    AFTER_DONE,
    /** Nowhere. */
    OMITTED,
    /** As {@code "usage":null}. */
    NULL_VALUE,
    /** As {@code "usage":{}}. */
    EMPTY_OBJECT
}
