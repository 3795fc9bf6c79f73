package dev.penstock.client;

/** Whether answers are asked for as streams upstream, whatever the caller's body says. */
public enum UpstreamStream {
    /** As the provider's profile finds best: streams where keep-alives are documented. */
    AUTO,
    /** Always. */
    ALWAYS,
    /** Never. */
    NEVER
}
