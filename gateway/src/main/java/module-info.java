/** The gateway: an HTTP API that any OpenAI client can be pointed at. */
@org.jspecify.annotations.NullMarked
module dev.penstock.gateway {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.client;
    requires com.fasterxml.jackson.annotation;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports dev.penstock.gateway;
    exports dev.penstock.gateway.config;

    opens dev.penstock.gateway.config to
            tools.jackson.databind;
}
