package dev.penstock.gateway.operations;

import dev.penstock.client.Fingerprints;
import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.Bytes;
import dev.penstock.store.Decision;
import dev.penstock.store.StoredBody;
import dev.penstock.store.StoredFingerprint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a caller decides, read from a request's JSON within what its tenant may. */
final class DecisionBody {

    static final Set<String> DECISIONS = Set.of("succeeded", "failed", "not_sent", "rerun", "reopen");

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Duration USUAL = Duration.ofHours(1);
    private static final int LONGEST_WORD = 1_000;

    private final JsonNode json;
    private final TenantGrant grant;

    private DecisionBody(JsonNode json, TenantGrant grant) {
        this.json = json;
        this.grant = grant;
    }

    static DecisionBody parse(Bytes body, Set<String> members, TenantGrant grant) throws Refused {
        JsonNode json;
        try {
            json = body.size() == 0 ? STRICT.createObjectNode() : STRICT.readTree(body.unsafeArray());
        } catch (JacksonException e) {
            throw Refused.invalid("the body is not JSON");
        }
        if (!json.isObject()) {
            throw Refused.invalid("the body is not a JSON object");
        }
        for (String name : json.propertyNames()) {
            if (!members.contains(name)) {
                throw Refused.invalid("the body has a member that is not known here; known are "
                        + String.join(", ", members.stream().sorted().toList()));
            }
        }
        return new DecisionBody(json, grant);
    }

    /** The decision of {@code …/reconcile}. */
    Decision reconcile() throws Refused {
        String word = text("decision", "");
        if (!DECISIONS.contains(word)) {
            throw Refused.invalid("decision is one of "
                    + String.join(", ", DECISIONS.stream().sorted().toList()));
        }
        if (json.has("result") && !word.equals("succeeded")) {
            throw Refused.invalid("result only goes with the decision succeeded");
        }
        return decision(
                switch (word) {
                    case "succeeded" -> new Decision.Kind.Succeeded(result());
                    case "failed" -> new Decision.Kind.Failed();
                    case "not_sent" -> new Decision.Kind.NotSent(deadline());
                    case "rerun" -> new Decision.Kind.Rerun(acceptsDuplicates(), deadline());
                    default -> new Decision.Kind.Reopen(deadline());
                });
    }

    /** The decision of {@code …/regenerate}: the same request again, or another one. */
    Decision regenerate(Fingerprints fingerprints) throws Refused {
        JsonNode request = json.get("request");
        if (request == null) {
            return decision(new Decision.Kind.Rerun(acceptsDuplicates(), deadline()));
        }
        Bytes body = bytes(request);
        StoredFingerprint fingerprint = fingerprints
                .of(body, "")
                .orElseThrow(() -> Refused.invalid("request is not a chat completion request"));
        return decision(new Decision.Kind.Regenerate(fingerprint, body, acceptsDuplicates(), deadline()));
    }

    private Decision decision(Decision.Kind kind) throws Refused {
        return new Decision(author(), why(), kind);
    }

    /** Who decides: the tenant, and whom it names. */
    String author() throws Refused {
        String named = text("author", "");
        return "api:" + grant.tenant().id() + (named.isEmpty() ? "" : ":" + named);
    }

    /** Why, in their own words; "" for nothing. */
    String why() throws Refused {
        return text("why", "");
    }

    private @Nullable StoredBody result() throws Refused {
        JsonNode result = json.get("result");
        if (result == null) {
            return null;
        }
        if (!result.isObject()) {
            throw Refused.invalid("result is a chat completion");
        }
        return new StoredBody(StoredBody.Kind.RESULT, "application/json", bytes(result));
    }

    private Duration deadline() throws Refused {
        JsonNode millis = json.get("deadline_ms");
        if (millis == null) {
            return USUAL.compareTo(grant.longestDeadline()) < 0 ? USUAL : grant.longestDeadline();
        }
        long longest = grant.longestDeadline().toMillis();
        if (!millis.isIntegralNumber()
                || !millis.canConvertToLong()
                || millis.longValue() < 1
                || millis.longValue() > longest) {
            throw Refused.invalid("deadline_ms is 1 to " + longest + " for this tenant");
        }
        return Duration.ofMillis(millis.longValue());
    }

    /** Whoever accepts duplicate generations needs the permission for them (design 4). */
    private boolean acceptsDuplicates() throws Refused {
        JsonNode accept = json.get("accept_duplicates");
        if (accept == null) {
            return false;
        }
        if (!accept.isBoolean()) {
            throw Refused.invalid("accept_duplicates is true or false");
        }
        if (accept.booleanValue() && !grant.replay().contains(ReplaySetting.AFTER_ANYTHING)) {
            throw new Refused(403, "not_permitted", "this tenant may not accept duplicate generations");
        }
        return accept.booleanValue();
    }

    private String text(String name, String otherwise) throws Refused {
        JsonNode value = json.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.isString()
                || value.stringValue().length() > LONGEST_WORD
                || value.stringValue().chars().anyMatch(Character::isISOControl)) {
            throw Refused.invalid(
                    name + " is a text of at most " + LONGEST_WORD + " characters, none of them a control character");
        }
        return value.stringValue();
    }

    private static Bytes bytes(JsonNode json) {
        return Bytes.wrap(json.toString().getBytes(StandardCharsets.UTF_8));
    }
}
