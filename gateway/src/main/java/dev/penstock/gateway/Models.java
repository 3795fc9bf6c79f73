package dev.penstock.gateway;

import dev.penstock.gateway.api.ApiError;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.gateway.chat.Replies;
import dev.penstock.gateway.server.Door;
import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.RequestHead;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /v1/models}: the names that a caller may ask for. */
record Models(Tenants tenants, Supplier<List<String>> names) implements Door {

    @Override
    public Entry open(RequestHead head) {
        return tenants.find(head.headers().bearer()).isEmpty()
                ? new Closed(Replies.error(ApiError.of(401, "invalid_api_key", "no valid API key"))
                        .with("www-authenticate", "Bearer"))
                : new Open(request -> list());
    }

    private Reply list() {
        ObjectNode list = JsonMapper.shared().createObjectNode().put("object", "list");
        ArrayNode data = list.putArray("data");
        for (String name : names.get()) {
            data.addObject()
                    .put("id", name)
                    .put("object", "model")
                    .put("created", 0)
                    .put("owned_by", "penstock");
        }
        return Reply.json(200, list.toString());
    }
}
