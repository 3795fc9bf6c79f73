package dev.penstock.provider.completion;

import java.util.List;
import java.util.Optional;

/** A response's header fields, looked up without regard to case. Whoever decoded a content coding took the field out. */
@FunctionalInterface
public interface HeaderFields {

    /** No fields. */
    HeaderFields NONE = name -> List.of();

    /**
     * Every value of a field.
     *
     * @param name the field's name, in any case
     * @return the values in order, empty if there is none
     */
    List<String> all(String name);

    /**
     * The first value of a field.
     *
     * @param name the field's name, in any case
     * @return the value, empty if there is none
     */
    default Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }
}
