package dev.penstock.cli.run.progress;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Amounts for people: short, and never rounded to nothing. */
public final class Money {

    private Money() {}

    /**
     * Writes an amount.
     *
     * @param amount the amount
     * @return two decimals, or as many as show two significant digits
     */
    public static String text(BigDecimal amount) {
        if (amount.signum() == 0) {
            return "0";
        }
        int scale = 2;
        BigDecimal unit = new BigDecimal("0.1");
        while (amount.abs().compareTo(unit) < 0 && scale < 12) {
            unit = unit.movePointLeft(1);
            scale++;
        }
        return amount.setScale(scale, RoundingMode.HALF_UP).toPlainString();
    }
}
