package dev.penstock.simulator.script;

import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer.Shape;
import dev.penstock.simulator.script.Answer.StreamError;

/** Reads what a generated answer looks like. */
final class AnswerReader {

    private AnswerReader() {}

    static AnswerBuilder read(YamlFields fields, AnswerBuilder answer) {
        fields.text("text").ifPresent(answer::text);
        fields.integer("tokens").ifPresent(answer::tokens);
        fields.integer("reasoning_tokens").ifPresent(answer::reasoningTokens);
        fields.integer("deltas").ifPresent(answer::deltas);
        finish(fields, answer);
        fields.map("usage", usage -> usage(usage, answer));
        fields.map("error", error -> answer.error(error(error)));
        fields.choice("as", Shape.class).ifPresent(answer::shape);
        return answer;
    }

    private static void finish(YamlFields fields, AnswerBuilder answer) {
        fields.text("finish").ifPresent(answer::finish);
        if (fields.flag("no_finish").orElse(false)) {
            answer.noFinish();
        }
        if (fields.has("unfinished")) {
            answer.unfinished(
                    fields.numbers("unfinished").stream().map(Math::toIntExact).toList());
        }
        fields.flag("done").ifPresent(answer::done);
    }

    private static AnswerBuilder usage(YamlFields fields, AnswerBuilder answer) {
        fields.choice("place", UsagePlace.class).ifPresent(answer::usage);
        fields.map("count", AnswerReader::count).ifPresent(answer::usage);
        return answer;
    }

    private static Usage count(YamlFields fields) {
        long prompt = fields.number("prompt").orElse(0L);
        long hit = fields.number("hit").orElse(0L);
        return new Usage(
                prompt,
                hit,
                fields.number("miss").orElse(Math.max(0, prompt - hit)),
                fields.number("completion").orElse(0L),
                fields.number("reasoning").orElse(0L));
    }

    private static StreamError error(YamlFields fields) {
        return new StreamError(
                fields.integer("after_deltas").orElse(0),
                fields.text("json").orElse(StreamError.OVERLOADED),
                fields.flag("event").orElse(false),
                fields.flag("done").orElse(false));
    }
}
