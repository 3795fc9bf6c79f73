package dev.penstock.provider.json;

import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** The one setting of the JSON library: plain RFC 8259, UTF-8 only, bounded depth, no interning of what strangers send. */
public final class Json {

    /** How deep objects and arrays may be nested; deeper input is refused (B082). */
    public static final int MAX_DEPTH = 256;

    /** The longest number, in characters. */
    public static final int MAX_NUMBER_LENGTH = 1_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private Json() {}

    /**
     * A parser over bytes that the caller keeps unchanged while it reads.
     *
     * @param bytes UTF-8
     * @param offset first index
     * @param length how many
     * @return the parser, at its start
     */
    public static JsonParser parser(byte[] bytes, int offset, int length) {
        return FACTORY.createParser(ObjectReadContext.empty(), bytes, offset, length);
    }

    /**
     * A generator of UTF-8 without added whitespace.
     *
     * @param out where to write
     * @return the generator
     */
    public static JsonGenerator generator(OutputStream out) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }
}
