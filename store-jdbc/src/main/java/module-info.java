/** The ledger on SQLite. */
@org.jspecify.annotations.NullMarked
module dev.penstock.store.jdbc {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.store;
    requires java.sql;
    requires org.xerial.sqlitejdbc;

    exports dev.penstock.store.jdbc;
}
