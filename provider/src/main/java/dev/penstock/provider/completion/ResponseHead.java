package dev.penstock.provider.completion;

/**
 * What arrives before a body.
 *
 * @param status the HTTP status, 100 to 599
 * @param fields the header fields
 */
public record ResponseHead(int status, HeaderFields fields) {}
