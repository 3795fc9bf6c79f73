/** Deadlines, tickers, sleeping and timers: the only module that reads a clock or sleeps. */
@org.jspecify.annotations.NullMarked
module dev.penstock.time {
    requires static transitive org.jspecify;

    exports dev.penstock.time;
}
