/** What every ledger has to pass, as abstract tests. */
@org.jspecify.annotations.NullMarked
module dev.penstock.store.tck {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.store;
    requires transitive org.junit.jupiter.api;
    requires org.junit.jupiter.params;
    requires org.assertj.core;

    exports dev.penstock.store.tck;
}
