package dev.penstock.policy.retry;

import org.jspecify.annotations.Nullable;

/**
 * A plain decimal number of ASCII digits: {@code 5}, {@code 0.493}, {@code .5}, {@code 5.}; no sign, no exponent.
 *
 * @param whole the part before the point, {@link Long#MAX_VALUE} if it is larger than that
 * @param fraction the part after the point in units of the last place asked for, rounded up
 */
record Decimal(long whole, long fraction) {

    /**
     * Reads a number.
     *
     * @param text the number, without blanks
     * @param places how many decimal places the fraction is given in
     * @return the number, null if the text is none
     */
    static @Nullable Decimal parse(String text, int places) {
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        String fraction = point < 0 ? "" : text.substring(point + 1);
        if (whole.length() + fraction.length() == 0 || !isDigits(whole) || !isDigits(fraction)) {
            return null;
        }
        return new Decimal(saturated(whole), roundedUp(fraction, places));
    }

    boolean isTooLarge() {
        return whole == Long.MAX_VALUE;
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static long saturated(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (value > (Long.MAX_VALUE - digit) / 10) {
                return Long.MAX_VALUE;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static long roundedUp(String digits, int places) {
        long value = 0;
        for (int i = 0; i < places; i++) {
            value = value * 10 + (i < digits.length() ? digits.charAt(i) - '0' : 0);
        }
        for (int i = places; i < digits.length(); i++) {
            if (digits.charAt(i) != '0') {
                return value + 1;
            }
        }
        return value;
    }
}
