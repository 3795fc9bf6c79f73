package dev.penstock.store;

import java.util.regex.Pattern;

/**
 * Who an operation belongs to. Every signature of the store takes it first: another tenant's operation does not exist
 * (R-TENANT-1).
 *
 * @param id 1 to 64 characters of {@code [A-Za-z0-9._-]}
 */
public record Tenant(String id) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** The only tenant of a process that has no others: the command line and the library. */
    public static final Tenant LOCAL = new Tenant("local");

    /** Checks the id. */
    public Tenant {
        if (!FORM.matcher(id).matches()) {
            throw new IllegalArgumentException("a tenant is 1 to 64 characters of A-Z a-z 0-9 . _ -");
        }
    }
}
