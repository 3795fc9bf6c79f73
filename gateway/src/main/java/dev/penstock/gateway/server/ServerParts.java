package dev.penstock.gateway.server;

import dev.penstock.time.Time;
import java.util.random.RandomGenerator;

/**
 * What several ports share.
 *
 * @param loops what moves the bytes; stays its owner's to stop
 * @param time time
 * @param random chance, for the names of requests; must be thread-safe
 */
public record ServerParts(EventLoops loops, Time time, RandomGenerator random) {}
