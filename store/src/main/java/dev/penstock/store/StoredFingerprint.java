package dev.penstock.store;

import java.util.regex.Pattern;

/**
 * A request's keyed digest as it stands in a record (R-OP-4). Two are comparable only under one key version and one
 * version of the canonical form.
 *
 * @param version the version of the canonical form
 * @param keyVersion which key of the ring made it
 * @param digest 64 lower-case hexadecimal digits
 * @param payloadVersion the caller's own version of templates and tools, "" if it has none
 */
public record StoredFingerprint(int version, int keyVersion, String digest, String payloadVersion) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    /** Checks the digest's form. */
    public StoredFingerprint {
        if (!FORM.matcher(digest).matches()) {
            throw new IllegalArgumentException("a fingerprint's digest is 64 hexadecimal digits");
        }
    }
}
