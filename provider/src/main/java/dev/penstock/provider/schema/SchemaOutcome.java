package dev.penstock.provider.schema;

/** What a {@link SchemaCheck} found: the third of the four checks of R-VALID-1. */
public sealed interface SchemaOutcome {

    /** Every choice with content meets the schema. */
    record Met() implements SchemaOutcome {}

    /**
     * Some choice does not.
     *
     * @param where the choice and the keyword, with nothing out of the answer
     */
    record Violated(String where) implements SchemaOutcome {}

    /**
     * It could not be told: there is no content, or the schema cannot be used here.
     *
     * @param why in a few words
     */
    record NotChecked(String why) implements SchemaOutcome {}
}
