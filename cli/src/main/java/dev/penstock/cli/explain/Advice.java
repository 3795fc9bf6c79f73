package dev.penstock.cli.explain;

/**
 * Something that can be done.
 *
 * @param when in which case it is the right thing
 * @param command what to type
 */
public record Advice(String when, String command) {}
