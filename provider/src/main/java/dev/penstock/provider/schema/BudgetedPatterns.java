package dev.penstock.provider.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.regex.Pattern;

/** Patterns of strangers over texts of strangers: they may backtrack as long as their budget of characters lasts. */
final class BudgetedPatterns implements RegularExpressionFactory {

    /** How many characters one match may read. */
    static final int BUDGET = 10_000_000;

    @Override
    public RegularExpression getRegularExpression(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return value -> pattern.matcher(new CountedText(value, new Budget())).find();
    }

    /** The match took too long. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("a pattern of the schema takes too long", null, false, false);
        }
    }

    /** What one match may still read. */
    private static final class Budget {
        private int left = BUDGET;

        void spend() {
            left--;
            if (left < 0) {
                throw new Exhausted();
            }
        }
    }

    /** A text that may be read so many times; its parts share what is left. */
    private record CountedText(CharSequence text, Budget budget) implements CharSequence {

        @Override
        public char charAt(int index) {
            budget.spend();
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedText(text.subSequence(start, end), budget);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
