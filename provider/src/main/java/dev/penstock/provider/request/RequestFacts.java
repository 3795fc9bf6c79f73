package dev.penstock.provider.request;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What {@link RequestScan} finds. Filled once, then only read. */
final class RequestFacts {

    String model = "";
    boolean stream;
    int choices = 1;

    @Nullable
    Boolean includeUsage;

    boolean tools;
    ResponseFormat format = ResponseFormat.TEXT;

    @Nullable
    Member schema;

    OptionalLong maxTokens = OptionalLong.empty();
    OptionalLong maxCompletionTokens = OptionalLong.empty();

    @Nullable
    String userId;

    final TokenEstimate estimate = new TokenEstimate();

    /** Where the members stand that may be spliced. */
    final Map<Edit, Member> members = new EnumMap<>(Edit.class);

    /** The byte after the body's opening brace. */
    int afterBrace;
}
