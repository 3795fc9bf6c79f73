package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.provider.request.Asked;
import java.util.Set;

/** What the readers of a 200 share: what was asked, the answer as it grows, and its decoder. */
final class AnswerDecoding {

    private final Asked asked;
    private final AnswerBuilder answer = new AnswerBuilder();
    private final Iterable<String> reasoningFields;
    private final ChunkDecoder decoder;

    AnswerDecoding(Asked asked, Iterable<String> reasoningFields) {
        this.asked = asked;
        this.reasoningFields = reasoningFields;
        this.decoder = new ChunkDecoder(answer, reasoningFields);
    }

    /** The same question without an answer. */
    AnswerDecoding fresh() {
        return new AnswerDecoding(asked, reasoningFields);
    }

    Asked asked() {
        return asked;
    }

    AnswerBuilder answer() {
        return answer;
    }

    Chunk decode(byte[] json, int length) {
        return decoder.decode(json, length);
    }

    boolean isFinished() {
        return answer.isFinished(asked.choices());
    }

    Completion.Whole whole() {
        return new Completion.Whole(
                answer.finishReasons(asked.choices()),
                answer.hasRefusal(),
                answer.hasOutput(),
                answer.hasChoiceError());
    }

    /** Adds the flags that hold for every whole answer. */
    void flag(Set<AnswerFlag> flags) {
        if (answer.usage() == null) {
            flags.add(AnswerFlag.MISSING_USAGE);
        } else if (!answer.usage().consistent()) {
            flags.add(AnswerFlag.INCONSISTENT_USAGE);
        }
        if (!answer.hasContent()) {
            flags.add(AnswerFlag.EMPTY_CONTENT);
        }
    }

    static ResponseFacts facts(Completion completion) {
        return new ResponseFacts(200, null, completion, RetryHints.NONE);
    }
}
