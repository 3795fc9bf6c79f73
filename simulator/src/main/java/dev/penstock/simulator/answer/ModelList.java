package dev.penstock.simulator.answer;

import dev.penstock.simulator.look.ModelSpec;
import dev.penstock.simulator.look.ProviderLook;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** The answer to a request for the models. */
public final class ModelList {

    private ModelList() {}

    /**
     * The models of a look.
     *
     * @param look the look
     * @return a JSON object
     */
    public static byte[] of(ProviderLook look) {
        return look.models().stream()
                .map(ModelSpec::id)
                .map(id -> "{\"id\":" + Json.quote(id) + ",\"object\":\"model\",\"owned_by\":" + Json.quote(look.name())
                        + "}")
                .collect(Collectors.joining(",", "{\"object\":\"list\",\"data\":[", "]}"))
                .getBytes(StandardCharsets.UTF_8);
    }
}
