/**
 * The ledger in PostgreSQL, for several processes at once: its address, its pools, its transactions and errors, and what
 * is asked of a server before it is trusted.
 */
package dev.penstock.store.jdbc.postgres;
