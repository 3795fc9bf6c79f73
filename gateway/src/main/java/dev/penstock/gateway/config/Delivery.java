package dev.penstock.gateway.config;

/** How streams are delivered where the caller does not say (design 12). */
public enum Delivery {
    /** Events pass as they come. */
    LIVE,
    /** Held back until complete, so that an interrupted generation may be replaced. */
    BUFFERED
}
