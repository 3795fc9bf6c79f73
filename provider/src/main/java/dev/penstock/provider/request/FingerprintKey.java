package dev.penstock.provider.request;

/** A secret that fingerprints are made with, and its version in the key ring. Immutable; its text hides the secret. */
public final class FingerprintKey {

    /** The shortest secret, in bytes. */
    public static final int MIN_LENGTH = 32;

    private final int version;
    private final byte[] secret;

    /**
     * A key.
     *
     * @param version its version in the key ring
     * @param secret at least {@link #MIN_LENGTH} random bytes; copied
     */
    public FingerprintKey(int version, byte[] secret) {
        if (secret.length < MIN_LENGTH) {
            throw new IllegalArgumentException("a fingerprint's key has at least " + MIN_LENGTH + " bytes");
        }
        this.version = version;
        this.secret = secret.clone();
    }

    /**
     * The version that a record names.
     *
     * @return the key's version
     */
    public int version() {
        return version;
    }

    byte[] secret() {
        return secret;
    }

    @Override
    public String toString() {
        return "FingerprintKey[version=" + version + "]";
    }
}
