package dev.penstock.gateway.api;

import dev.penstock.client.CallSettings;
import dev.penstock.client.OnDeadline;
import dev.penstock.client.RepeatedBy;
import dev.penstock.client.TraceParent;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.IdempotencyKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what a request's header fields ask for, within what its tenant may (design 12). Pure. */
public final class CallHeaders {

    private static final String KEY = "idempotency-key";
    private static final String DEADLINE = "x-penstock-deadline-ms";
    private static final String PRIORITY = "x-penstock-priority";
    private static final String REPLAY = "x-penstock-replay";
    private static final String DELIVERY = "x-penstock-delivery";
    private static final String ON_DEADLINE = "x-penstock-on-deadline";
    private static final String PAYLOAD_VERSION = "x-penstock-payload-version";
    private static final String SDK_RETRIES = "x-stainless-retry-count";
    private static final String TRACE_PARENT = "traceparent";

    /** How a stream may be delivered. */
    private enum Mode {
        LIVE,
        BUFFERED
    }

    private final Fields fields;
    private final CallDefaults defaults;
    private final TenantGrant grant;
    private final @Nullable IdempotencyKey key;

    private CallHeaders(Fields fields, CallDefaults defaults, TenantGrant grant, @Nullable IdempotencyKey key) {
        this.fields = fields;
        this.defaults = defaults;
        this.grant = grant;
        this.key = key;
    }

    /**
     * Reads them.
     *
     * @param fields gives every value of the field that bears a name, without regard to case
     * @param policy what holds where they say nothing
     * @param grant whose request it is and what it may ask for
     * @return what they ask for, or which of them cannot be taken
     */
    public static CallTerms.Reading read(Function<String, List<String>> fields, CallPolicy policy, TenantGrant grant) {
        try {
            Fields named = new Fields(fields);
            String name = named.stringOrBare(KEY);
            IdempotencyKey key = name == null ? null : IdempotencyKey.given(name);
            CallDefaults defaults = policy.choose(grant.tenant(), key);
            return new CallTerms.Understood(new CallHeaders(named, defaults, grant, key).terms());
        } catch (HeaderFault fault) {
            return new CallTerms.Refused(fault.toError());
        }
    }

    private CallTerms terms() throws HeaderFault {
        Mode mode = fields.word(DELIVERY, Mode.class, CallHeaders::spelled);
        boolean buffered = mode == null ? defaults.buffered() : mode == Mode.BUFFERED;
        Long retries = fields.number(SDK_RETRIES, 0);
        boolean bySdk = retries != null && retries > 0;
        CallSettings settings = deadlines(defaults.settings().withTenant(grant.tenant()))
                .withPriority(priority())
                .withReplay(replay())
                .withLongest(grant.longestDeadline())
                .withRepeat(bySdk ? RepeatedBy.SDK : RepeatedBy.CALLER)
                .withTraceParent(traceParent());
        String version = fields.visible(PAYLOAD_VERSION);
        return new CallTerms(key, version == null ? settings : settings.withPayloadVersion(version), buffered, bySdk);
    }

    private CallSettings deadlines(CallSettings settings) throws HeaderFault {
        Long millis = fields.number(DEADLINE, 1);
        boolean continues = fields.word(ON_DEADLINE, OnDeadline.class, CallHeaders::spelled) == OnDeadline.CONTINUE;
        if (continues && key == null) {
            throw new HeaderFault(ON_DEADLINE, "can only be continue with an Idempotency-Key");
        }
        if (millis != null && millis > grant.longestDeadline().toMillis()) {
            throw new HeaderFault(
                    DEADLINE, "may be at most " + grant.longestDeadline().toMillis() + " for this tenant");
        }
        Duration longest = grant.longestDeadline();
        Duration asked = millis == null ? shorter(settings.deadline(), longest) : Duration.ofMillis(millis);
        return continues
                ? settings.withAnswerDeadline(asked).withOnDeadline(OnDeadline.CONTINUE)
                : settings.withDeadline(asked);
    }

    /** A trace is no part of the call: one that is not valid is no reason to refuse it (W3C Trace Context 3.2.2). */
    private @Nullable TraceParent traceParent() {
        List<String> values = defaults.traceContext() ? fields.all().apply(TRACE_PARENT) : List.of();
        return values.size() == 1 ? TraceParent.parse(values.getFirst()).orElse(null) : null;
    }

    private Priority priority() throws HeaderFault {
        Priority asked = fields.word(PRIORITY, Priority.class, CallHeaders::spelled);
        Priority highest = grant.highestPriority();
        if (asked != null && asked.compareTo(highest) < 0) {
            throw new HeaderFault(PRIORITY, "may be at most " + spelled(highest) + " for this tenant");
        }
        Priority wanted = asked == null ? defaults.settings().priority() : asked;
        return wanted.compareTo(highest) < 0 ? highest : wanted;
    }

    private ReplaySetting replay() throws HeaderFault {
        ReplaySetting asked = fields.word(REPLAY, ReplaySetting.class, CallHeaders::spelled);
        if (asked == null) {
            ReplaySetting usual = defaults.settings().replay();
            return grant.replay().stream()
                    .filter(granted -> granted.compareTo(usual) <= 0)
                    .max(Comparator.naturalOrder())
                    .orElse(ReplaySetting.NEVER);
        }
        if (!grant.replay().contains(asked)) {
            throw new HeaderFault(REPLAY, "may not be " + spelled(asked) + " for this tenant");
        }
        return asked;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private static String spelled(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
