/** The transport: one exchange at a time over HTTP/1.1, with evidence of how far it got. It never decides, never retries. */
@org.jspecify.annotations.NullMarked
module dev.penstock.http {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.policy;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.handler.proxy;
    requires io.netty.transport;

    exports dev.penstock.http;
    exports dev.penstock.http.netty;
}
