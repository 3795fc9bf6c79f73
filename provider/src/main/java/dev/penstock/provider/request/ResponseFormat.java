package dev.penstock.provider.request;

/** The form of answer that a request asks for in {@code response_format.type}. */
public enum ResponseFormat {
    /** Free text; also any form that this version does not know. */
    TEXT,
    /** Some JSON object. */
    JSON_OBJECT,
    /** JSON that meets the schema given. */
    JSON_SCHEMA
}
