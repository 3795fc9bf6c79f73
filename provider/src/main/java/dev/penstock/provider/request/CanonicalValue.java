package dev.penstock.provider.request;

import java.util.List;
import java.util.SortedMap;

/** A JSON value with its members in order and its numbers in their one spelling. */
sealed interface CanonicalValue {

    /** Members sorted by their names' UTF-16 code units, which is how {@link String#compareTo} sorts. */
    record Members(SortedMap<String, CanonicalValue> byName) implements CanonicalValue {}

    record Elements(List<CanonicalValue> inOrder) implements CanonicalValue {}

    record Text(String characters) implements CanonicalValue {}

    /** A number in its canonical spelling, {@code true}, {@code false} or {@code null}. */
    record Literal(String spelling) implements CanonicalValue {}
}
