package dev.penstock.gateway.chat;

import dev.penstock.gateway.api.ApiError;
import dev.penstock.gateway.api.CallHeaders;
import dev.penstock.gateway.api.CallTerms;
import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.gateway.server.Opening;
import dev.penstock.gateway.server.RequestHead;
import dev.penstock.gateway.server.Service;
import dev.penstock.store.Bytes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/chat/completions}: knows its caller before it reads a body. Thread-safe. */
public final class ChatService implements Service {

    private static final ApiError NO_KEY =
            ApiError.of(401, "invalid_api_key", "no valid API key; send one as Authorization: Bearer");
    private static final ApiError NOT_JSON =
            ApiError.of(415, "unsupported_media_type", "send the request as application/json");

    private final ChatParts parts;
    private final RecentFailures failures;

    /**
     * Makes the service.
     *
     * @param parts what it needs
     */
    public ChatService(ChatParts parts) {
        this.parts = parts;
        this.failures = new RecentFailures(parts.time().ticker());
    }

    @Override
    public Opening open(RequestHead head) {
        Optional<TenantGrant> grant = parts.tenants().find(head.headers().bearer());
        if (grant.isEmpty()) {
            return new Opening.Refused(Replies.error(NO_KEY).with("www-authenticate", "Bearer"));
        }
        if (!isJson(head.headers().first("content-type"))) {
            return new Opening.Refused(Replies.error(NOT_JSON));
        }
        ChatSettings settings = parts.settings().get();
        CallTerms.Reading reading = CallHeaders.read(head.headers()::all, settings.calls(), grant.get());
        return switch (reading) {
            case CallTerms.Refused refused -> new Opening.Refused(Replies.error(refused.error()));
            case CallTerms.Understood understood ->
                new Opening.Accepted((exchange, body) -> new ChatCourse(
                                parts, settings, failures, recognised(understood.terms(), body), exchange)
                        .run(body));
        };
    }

    /** A repeat under a key finds its operation; one without a key is known by what failed a moment ago. */
    private CallTerms recognised(CallTerms terms, Bytes body) {
        boolean silent = terms.key() == null && !terms.bySdk();
        return silent && failures.isRepeat(terms.settings().tenant(), body) ? terms.repeatedBySdk() : terms;
    }

    /** A missing type is taken for JSON: it is read as nothing else. */
    private static boolean isJson(@Nullable String type) {
        if (type == null) {
            return true;
        }
        int end = type.indexOf(';');
        return "application/json".equalsIgnoreCase((end < 0 ? type : type.substring(0, end)).strip());
    }
}
