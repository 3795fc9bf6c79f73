package dev.penstock.store;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;

/**
 * What a client shows to be let in: "psk_" and 256 random bits in base 62. It is shown once, when it is made; the store
 * keeps its SHA-256. A fast hash is enough, because there is no dictionary of random keys: whoever reads the hash would
 * have to try 2^255 of them. Its text reveals nothing (R-PRIVACY-1). Immutable.
 */
public final class ApiKeySecret {

    private static final String PREFIX = "psk_";
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());
    private static final int BYTES = 32;

    /** 62^43 is the first power of 62 above 2^256. */
    private static final int LETTERS = 43;

    private final String text;

    private ApiKeySecret(String text) {
        this.text = text;
    }

    /**
     * A new secret.
     *
     * @param random chance; outside tests a {@link java.security.SecureRandom}
     * @return the secret
     */
    public static ApiKeySecret create(RandomGenerator random) {
        byte[] bits = new byte[BYTES];
        random.nextBytes(bits);
        BigInteger rest = new BigInteger(1, bits);
        char[] letters = new char[LETTERS];
        for (int i = LETTERS - 1; i >= 0; i--) {
            BigInteger[] parts = rest.divideAndRemainder(BASE);
            letters[i] = ALPHABET.charAt(parts[1].intValue());
            rest = parts[0];
        }
        return new ApiKeySecret(PREFIX + new String(letters));
    }

    /**
     * What a client showed.
     *
     * @param text any text; one that was never made here is simply not found
     * @return the secret
     */
    public static ApiKeySecret of(String text) {
        return new ApiKeySecret(text);
    }

    /**
     * The secret itself, to be shown once.
     *
     * @return its text
     */
    public String reveal() {
        return text;
    }

    /**
     * What the store keeps and finds it by. An index compares hashes and not secrets: how long that takes tells a stranger
     * nothing that helps to guess the next secret, so it need not take the same time for all.
     *
     * @return its SHA-256, 32 bytes
     */
    public Bytes hash() {
        try {
            return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK lacks SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "ApiKeySecret[hidden]";
    }
}
