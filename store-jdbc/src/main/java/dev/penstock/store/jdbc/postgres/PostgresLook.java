package dev.penstock.store.jdbc.postgres;

/**
 * What a look at a database found, without changing it.
 *
 * @param version the server's version
 * @param holdsStore whether there is a store in it
 */
public record PostgresLook(String version, boolean holdsStore) {}
