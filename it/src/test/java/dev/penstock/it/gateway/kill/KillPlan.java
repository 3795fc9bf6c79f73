package dev.penstock.it.gateway.kill;

import java.time.Duration;

/**
 * How hard the gateway is tried.
 *
 * @param callers how many call at once
 * @param kills how often the gateway is killed
 * @param longestLife how long it lives at most between being ready and the next kill
 * @param seed where chance begins; it replays choices, though not what the machine does in between
 */
public record KillPlan(int callers, int kills, Duration longestLife, long seed) {}
