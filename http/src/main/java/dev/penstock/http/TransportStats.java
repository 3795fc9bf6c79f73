package dev.penstock.http;

/**
 * What a transport holds at one moment.
 *
 * @param exchanges exchanges that were opened and have not ended
 * @param openConnections connections that are open, idle ones included
 * @param idleConnections connections that wait in the pool
 */
public record TransportStats(int exchanges, int openConnections, int idleConnections) {}
