package dev.penstock.store;

/**
 * One start of one process: unique per start, never a host name (B078).
 *
 * @param value the id
 */
public record WorkerId(String value) {}
