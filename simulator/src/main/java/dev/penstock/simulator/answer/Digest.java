package dev.penstock.simulator.answer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in hex. */
public final class Digest {

    private Digest() {}

    /**
     * The digest of bytes.
     *
     * @param bytes the bytes
     * @return 64 hex digits, lower case
     */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /**
     * The digest of a text's UTF-8 bytes.
     *
     * @param text the text
     * @return 64 hex digits, lower case
     */
    public static String sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }
}
