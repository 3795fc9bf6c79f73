package dev.penstock.client;

/** Hears how one caller was served (R-OP-1, R-OBS-1). */
interface Deliveries {

    /** Nobody keeps a record. */
    Deliveries NONE = new Deliveries() {
        @Override
        public void served(Result result, boolean joined) {}

        @Override
        public void left(Flight flight) {}
    };

    /** A caller got a result. */
    void served(Result result, boolean joined);

    /** A caller left before there was one. */
    void left(Flight flight);
}
