package dev.penstock.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** A key for a provider. Its text reveals nothing (R-PRIVACY-1). Immutable. */
public final class Credential {

    /** A shorter secret is a word that may stand anywhere by itself. */
    private static final int SHORTEST_TO_HIDE = 8;

    private final String secret;

    private Credential(String secret) {
        this.secret = secret;
    }

    /**
     * Wraps a key.
     *
     * @param secret visible ASCII, as it goes on the wire
     * @return the credential
     * @throws IllegalArgumentException if it is empty or holds a space or a control character; the message does not
     *     show it
     */
    public static Credential of(String secret) {
        if (secret.isEmpty() || secret.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException("a credential is visible ASCII, at least one character");
        }
        return new Credential(secret);
    }

    /**
     * The key itself, for the wire and for keyed digests alone.
     *
     * @return the secret
     */
    public String reveal() {
        return secret;
    }

    /**
     * A stranger's words as they may be kept: providers and proxies repeat keys in their errors (B093).
     *
     * @param text what somebody else wrote; not changed
     * @return the same array if the key does not stand in it, else a copy of the same length with asterisks in its
     *     place; a key of fewer than 8 characters is not looked for
     */
    public byte[] hiddenIn(byte[] text) {
        byte[] key = bytes();
        byte[] hidden = text;
        for (int at = 0; key.length >= SHORTEST_TO_HIDE && at + key.length <= text.length; at++) {
            if (Arrays.equals(text, at, at + key.length, key, 0, key.length)) {
                hidden = hidden == text ? text.clone() : hidden;
                Arrays.fill(hidden, at, at + key.length, (byte) '*');
            }
        }
        return hidden;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Credential that && MessageDigest.isEqual(bytes(), that.bytes());
    }

    @Override
    public int hashCode() {
        return secret.hashCode();
    }

    @Override
    public String toString() {
        return "Credential[hidden]";
    }

    private byte[] bytes() {
        return secret.getBytes(StandardCharsets.US_ASCII);
    }
}
