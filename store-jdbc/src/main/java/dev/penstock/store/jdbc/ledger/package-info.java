/**
 * The ledger's contract in SQL that every dialect speaks: what each write does inside a transaction, and the rooms that
 * callers see.
 *
 * <p>Several processes may write at once, each transaction seeing what was committed before each of its statements. So
 * every write begins with its generation's row: either a conditional update on (state, epoch), or a read that locks the
 * row. Whatever else belongs to a generation (attempts, bodies, its place in the queue, evidence, decisions) is read and
 * written only while its row is held. Whoever takes several rows at once without having been asked for them by name
 * passes over those that somebody holds.
 */
package dev.penstock.store.jdbc.ledger;
