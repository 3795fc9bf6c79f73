/** The grouped writer: a line of writes, shared transactions, and what becomes of each write when one fails. */
package dev.penstock.store.jdbc.write;
