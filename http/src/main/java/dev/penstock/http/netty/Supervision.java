package dev.penstock.http.netty;

/**
 * What an exchange's event-loop side reports to.
 *
 * @param watchdog hears of every sign of life
 * @param ended run once the exchange has ended from that side
 */
record Supervision(Watchdog watchdog, Runnable ended) {}
