/** JDBC as the ledger speaks it: sessions, statements and rows that are read one column after another, migrations. */
package dev.penstock.store.jdbc.sql;
