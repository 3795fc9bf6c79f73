package dev.penstock.simulator.script;

import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer.Finish;
import dev.penstock.simulator.script.Answer.Shape;
import dev.penstock.simulator.script.Answer.StreamError;
import dev.penstock.simulator.script.Answer.UsageSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds an answer step by step. Not thread-safe. */
public final class AnswerBuilder {

    private @Nullable String text;
    private int tokens;
    private int reasoningTokens;
    private int deltas;
    private Finish finish;
    private UsageSpec usage;
    private @Nullable StreamError error;
    private Shape shape;

    AnswerBuilder(Answer start) {
        text = start.text();
        tokens = start.tokens();
        reasoningTokens = start.reasoningTokens();
        deltas = start.deltas();
        finish = start.finish();
        usage = start.usage();
        error = start.error();
        shape = start.shape();
    }

    /**
     * Sets the content.
     *
     * @param content the text, may be empty
     * @return this
     */
    public AnswerBuilder text(String content) {
        text = content;
        return this;
    }

    /**
     * Sets how long the derived content is.
     *
     * @param count how many tokens
     * @return this
     */
    public AnswerBuilder tokens(int count) {
        tokens = count;
        return this;
    }

    /**
     * Sets how much reasoning comes first.
     *
     * @param count how many tokens
     * @return this
     */
    public AnswerBuilder reasoningTokens(int count) {
        reasoningTokens = count;
        return this;
    }

    /**
     * Sets in how many pieces a stream carries the content.
     *
     * @param count how many, 0 for one per token
     * @return this
     */
    public AnswerBuilder deltas(int count) {
        deltas = count;
        return this;
    }

    /**
     * Sets the finish reason of every choice.
     *
     * @param reason any text
     * @return this
     */
    public AnswerBuilder finish(String reason) {
        finish = new Finish(reason, false, finish.unfinished(), finish.done());
        return this;
    }

    /**
     * Leaves the finish reason out.
     *
     * @return this
     */
    public AnswerBuilder noFinish() {
        finish = new Finish(null, true, finish.unfinished(), finish.done());
        return this;
    }

    /**
     * Leaves some choices unfinished.
     *
     * @param choices their indexes
     * @return this
     */
    public AnswerBuilder unfinished(List<Integer> choices) {
        finish = new Finish(finish.reason(), finish.missing(), choices, finish.done());
        return this;
    }

    /**
     * Sets whether a stream ends with {@code [DONE]}.
     *
     * @param done whether it does
     * @return this
     */
    public AnswerBuilder done(boolean done) {
        finish = new Finish(finish.reason(), finish.missing(), finish.unfinished(), done);
        return this;
    }

    /**
     * Sets where a stream carries its usage.
     *
     * @param place where
     * @return this
     */
    public AnswerBuilder usage(UsagePlace place) {
        usage = new UsageSpec(place, usage.count());
        return this;
    }

    /**
     * Sets the numbers of the usage.
     *
     * @param count the numbers
     * @return this
     */
    public AnswerBuilder usage(Usage count) {
        usage = new UsageSpec(usage.place(), count);
        return this;
    }

    /**
     * Puts an error object into a stream, which ends with it.
     *
     * @param object the error
     * @return this
     */
    public AnswerBuilder error(StreamError object) {
        error = object;
        return this;
    }

    /**
     * Sets as what the answer comes, whatever was asked for.
     *
     * @param as the shape
     * @return this
     */
    public AnswerBuilder shape(Shape as) {
        shape = as;
        return this;
    }

    Answer build() {
        return new Answer(text, tokens, reasoningTokens, deltas, finish, usage, error, shape);
    }
}
