package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Makes the three edits of design 7 by replacing byte ranges, so that every other byte stays the caller's. */
final class BodySplice {

    private static final String USAGE = "\"include_usage\":true";

    /** Replacements by where they begin; several insertions at one place are one entry. */
    private final TreeMap<Integer, Member> ranges = new TreeMap<>();

    private final TreeMap<Integer, String> texts = new TreeMap<>();
    private final Set<Edit> edits = EnumSet.noneOf(Edit.class);
    private final byte[] body;
    private final RequestFacts facts;

    private BodySplice(byte[] body, RequestFacts facts) {
        this.body = body;
        this.facts = facts;
    }

    static SentBody of(byte[] body, RequestFacts facts, BodyEdits wanted) {
        BodySplice splice = new BodySplice(body, facts);
        wanted.model().ifPresent(splice::model);
        boolean stream = wanted.stream().orElse(facts.stream);
        splice.stream(stream);
        boolean usage = splice.usage(stream, wanted.usage());
        return new SentBody(splice.bytes(), splice.edits, new Asked(stream, facts.choices), usage);
    }

    private void model(String id) {
        if (!id.equals(facts.model)) {
            put(Edit.MODEL, quoted(id));
        }
    }

    private void stream(boolean wanted) {
        if (wanted != facts.stream) {
            put(Edit.STREAM, Boolean.toString(wanted));
        }
    }

    /** Returns whether the bytes ask for usage. */
    private boolean usage(boolean stream, boolean wanted) {
        Member options = facts.members.get(Edit.STREAM_OPTIONS);
        if (!stream) {
            if (options != null && !options.isNull() && facts.stream) {
                put(Edit.STREAM_OPTIONS, "null");
            }
            return false;
        }
        if (facts.includeUsage != null || !wanted) {
            return Boolean.TRUE.equals(facts.includeUsage);
        }
        if (options == null || options.isNull()) {
            put(Edit.STREAM_OPTIONS, "{" + USAGE + "}");
        } else {
            insertInto(options);
        }
        return true;
    }

    private void insertInto(Member object) {
        int at = object.start() + 1;
        boolean empty = new String(body, at, object.end() - 1 - at, UTF_8).isBlank();
        ranges.put(at, new Member(at, at, false));
        texts.put(at, empty ? USAGE : USAGE + ",");
        edits.add(Edit.STREAM_OPTIONS);
    }

    /** Replaces the member's value, or puts the member first in the body, which is never an empty object. */
    private void put(Edit edit, String json) {
        edits.add(edit);
        @Nullable Member member = facts.members.get(edit);
        if (member != null) {
            ranges.put(member.start(), member);
            texts.put(member.start(), json);
            return;
        }
        int at = facts.afterBrace;
        ranges.put(at, new Member(at, at, false));
        texts.merge(at, "\"" + edit.member() + "\":" + json + ",", String::concat);
    }

    private byte[] bytes() {
        if (edits.isEmpty()) {
            return body;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 128);
        int copied = 0;
        for (Member range : ranges.values()) {
            out.write(body, copied, range.start() - copied);
            out.writeBytes(texts.getOrDefault(range.start(), "").getBytes(UTF_8));
            copied = range.end();
        }
        out.write(body, copied, body.length - copied);
        return out.toByteArray();
    }

    private static String quoted(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = Json.generator(out)) {
            json.writeString(text);
        }
        return out.toString(UTF_8);
    }
}
