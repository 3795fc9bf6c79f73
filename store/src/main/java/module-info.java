/** The ledger's contract: operation records, their state machine and who may write them. */
@org.jspecify.annotations.NullMarked
module dev.penstock.store {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.policy;

    exports dev.penstock.store;
}
