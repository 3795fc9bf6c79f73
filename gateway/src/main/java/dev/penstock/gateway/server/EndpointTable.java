package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds what answers a path and a method. Immutable. */
public final class EndpointTable implements Service {

    private final Refusals refusals;
    private final Fallback fallback;
    private final Map<String, Map<String, Service>> exact = new HashMap<>();
    private final List<Pattern> patterns = new ArrayList<>();

    /** What is said of a path that nothing answers. */
    @FunctionalInterface
    public interface Fallback {

        /**
         * Words it.
         *
         * @param head the request's head
         * @return the reply, most often a 404
         */
        Reply answer(RequestHead head);
    }

    private record Pattern(List<String> segments, Map<String, Service> methods) {}

    /**
     * A table of whole-reply endpoints and of services that answer by themselves.
     *
     * @param endpoints whole-reply endpoints
     * @param services by path and method; paths without braces
     * @param refusals how a wrong method is worded
     * @param fallback what is said of a path that nothing answers
     */
    public EndpointTable(
            List<Endpoint> endpoints,
            Map<String, Map<String, Service>> services,
            Refusals refusals,
            Fallback fallback) {
        this.refusals = refusals;
        this.fallback = fallback;
        services.forEach((path, methods) ->
                exact.computeIfAbsent(path, ignored -> new LinkedHashMap<>()).putAll(methods));
        Map<String, Map<String, Service>> byPattern = new LinkedHashMap<>();
        for (Endpoint endpoint : endpoints) {
            boolean pattern = endpoint.path().contains("{");
            Map<String, Service> methods =
                    (pattern ? byPattern : exact).computeIfAbsent(endpoint.path(), ignored -> new LinkedHashMap<>());
            methods.put(endpoint.method(), serve(endpoint));
        }
        byPattern.forEach((path, methods) -> patterns.add(new Pattern(segments(path), methods)));
    }

    @Override
    public Opening open(RequestHead head) {
        Map<String, Service> methods = exact.get(head.path());
        if (methods == null) {
            methods = matching(head.path());
        }
        if (methods == null) {
            return new Opening.Refused(fallback.answer(head));
        }
        Service service = methods.get(head.method());
        if (service == null) {
            return new Opening.Refused(refusals.refuse(405, "method_not_allowed", "this path has other methods")
                    .with("allow", String.join(", ", new TreeSet<>(methods.keySet()))));
        }
        return service.open(head);
    }

    private @Nullable Map<String, Service> matching(String path) {
        List<String> segments = segments(path);
        for (Pattern pattern : patterns) {
            if (parameters(pattern.segments(), segments) != null) {
                return pattern.methods();
            }
        }
        return null;
    }

    private static @Nullable Map<String, String> parameters(List<String> pattern, List<String> segments) {
        if (pattern.size() != segments.size()) {
            return null;
        }
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < pattern.size(); i++) {
            if (pattern.get(i).startsWith("{") && !segments.get(i).isEmpty()) {
                parameters.put(pattern.get(i).substring(1, pattern.get(i).length() - 1), segments.get(i));
            } else if (!pattern.get(i).equals(segments.get(i))) {
                return null;
            }
        }
        return parameters;
    }

    private Service serve(Endpoint endpoint) {
        List<String> pattern = segments(endpoint.path());
        return head -> switch (endpoint.door().open(head)) {
            case Door.Closed closed -> new Opening.Refused(closed.reply());
            case Door.Open open -> {
                if (head.method().equals("GET") && head.hasBody()) {
                    yield new Opening.Refused(refusals.refuse(413, "request_too_large", "a GET takes no body here"));
                }
                Map<String, String> parameters = parameters(pattern, segments(head.path()));
                yield new Opening.Accepted((exchange, body) -> exchange.reply(
                        open.handler().handle(request(head, parameters == null ? Map.of() : parameters, body))));
            }
        };
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }

    private static Request request(RequestHead head, Map<String, String> parameters, Bytes body) {
        return new Request(head.method(), head.path(), head.query(), head.headers(), parameters, body);
    }
}
