/** The ledger in one SQLite file: its settings, its file and lock, its one connection that writes. */
package dev.penstock.store.jdbc.sqlite;
