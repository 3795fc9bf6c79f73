package dev.penstock.gateway.server;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header fields as the codec read them. */
record NettyHeaders(HttpHeaders fields) implements Request.Headers {

    @Override
    public List<String> all(String name) {
        return fields.getAll(name);
    }

    @Override
    public @Nullable String first(String name) {
        return fields.get(name);
    }

    @Override
    public String toString() {
        return fields.size() + " fields";
    }
}
