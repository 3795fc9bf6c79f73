package dev.penstock.gateway.api;

/** A header field that cannot be taken. Never holds the field's content: it may be a secret. */
final class HeaderFault extends Exception {

    private static final long serialVersionUID = 1;

    private final String header;
    private final String what;

    HeaderFault(String header, String what) {
        super(header + " " + what, null, false, false);
        this.header = header;
        this.what = what;
    }

    ApiError toError() {
        return new ApiError(400, "invalid_request", header + " " + what, header);
    }
}
