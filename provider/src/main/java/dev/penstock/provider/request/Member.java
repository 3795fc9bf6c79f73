package dev.penstock.provider.request;

/** Where a top-level member's value stands in the body: {@code [start, end)} in bytes. */
record Member(int start, int end, boolean isNull) {}
