/** Pure decisions about attempts and their thin enforcement: no I/O, time and chance are arguments. */
@org.jspecify.annotations.NullMarked
module dev.penstock.policy {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.time;

    exports dev.penstock.policy.admission;
    exports dev.penstock.policy.attempt;
    exports dev.penstock.policy.breaker;
    exports dev.penstock.policy.classify;
    exports dev.penstock.policy.pipeline;
    exports dev.penstock.policy.retry;
}
