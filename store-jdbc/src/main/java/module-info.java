/** The ledger on a SQL database: in one SQLite file, or in PostgreSQL for several processes. */
@org.jspecify.annotations.NullMarked
module dev.penstock.store.jdbc {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.store;
    requires java.sql;
    requires org.xerial.sqlitejdbc;
    requires com.zaxxer.hikari;

    exports dev.penstock.store.jdbc;
    exports dev.penstock.store.jdbc.sqlite;
    exports dev.penstock.store.jdbc.postgres;
}
