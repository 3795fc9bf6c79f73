package dev.penstock.provider.request;

import java.math.BigInteger;

/**
 * One spelling for every number of one value: {@code 1.0}, {@code 1} and {@code 10e-1} become {@code 1}; {@code 100} and
 * {@code 1e2} become {@code 1e2}. Exact: nothing is rounded, and no exponent is ever expanded, so {@code 1E400} and far
 * larger ones cost what their text costs (B082). Decimals have one zero, so {@code -0} becomes {@code 0}.
 */
final class ExactDecimal {

    private ExactDecimal() {}

    /** The canonical spelling of a valid JSON number. */
    static String of(String number) {
        boolean negative = number.charAt(0) == '-';
        int mantissaFrom = negative ? 1 : 0;
        int exponentAt = indexOfExponent(number);
        String mantissa = number.substring(mantissaFrom, exponentAt);
        int point = mantissa.indexOf('.');
        String digits = point < 0 ? mantissa : mantissa.substring(0, point) + mantissa.substring(point + 1);
        int first = 0;
        while (first < digits.length() && digits.charAt(first) == '0') {
            first++;
        }
        if (first == digits.length()) {
            return "0";
        }
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        int fraction = point < 0 ? 0 : mantissa.length() - point - 1;
        BigInteger exponent = exponentOf(number, exponentAt)
                .subtract(BigInteger.valueOf(fraction))
                .add(BigInteger.valueOf(digits.length() - end));
        String canonical = (negative ? "-" : "") + digits.substring(first, end);
        return exponent.signum() == 0 ? canonical : canonical + "e" + exponent;
    }

    private static int indexOfExponent(String number) {
        for (int i = 0; i < number.length(); i++) {
            if (number.charAt(i) == 'e' || number.charAt(i) == 'E') {
                return i;
            }
        }
        return number.length();
    }

    private static BigInteger exponentOf(String number, int at) {
        if (at == number.length()) {
            return BigInteger.ZERO;
        }
        int from = number.charAt(at + 1) == '+' ? at + 2 : at + 1;
        return new BigInteger(number.substring(from));
    }
}
