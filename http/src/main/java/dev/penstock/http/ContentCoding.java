package dev.penstock.http;

/** How a response's body is coded (RFC 9110, 8.4). We ask for identity; not everybody listens. */
public enum ContentCoding {
    /** Not coded. */
    IDENTITY,
    /** gzip, decoded on the fly. */
    GZIP,
    /** deflate, with or without the zlib wrapper, decoded on the fly. */
    DEFLATE,
    /** Any other coding, or several at once: the bytes are passed on as they came. */
    UNSUPPORTED
}
