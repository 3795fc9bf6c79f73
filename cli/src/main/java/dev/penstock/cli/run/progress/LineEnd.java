package dev.penstock.cli.run.progress;

/** What became of a line in this run. */
public enum LineEnd {
    /** It had an answer before this run began. */
    FINISHED_EARLIER,
    /** It was answered in this run. */
    SUCCEEDED,
    /** It was rejected, given up or cancelled. */
    FAILED,
    /** How its send ended is not known. */
    UNKNOWN,
    /** It was given up until a time beyond this run. */
    NOT_YET,
    /** It is no valid request, and was not stored. */
    INVALID,
    /** Its id was used by an earlier line. */
    DUPLICATE,
    /** The store has another request under its id. */
    CONFLICT,
    /** It was taken up and put back, because the run stopped. */
    PUT_BACK
}
