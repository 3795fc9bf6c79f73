package dev.penstock.cli.run;

import dev.penstock.cli.run.input.BatchFile;
import dev.penstock.cli.run.input.BatchLine;
import dev.penstock.cli.run.input.BatchLine.Code;
import dev.penstock.cli.run.input.BatchLine.Request;
import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.RequestParse;
import dev.penstock.provider.usage.Price;
import dev.penstock.provider.usage.PriceBook;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the input as a run would, and sends and stores nothing: counts, tokens, cost. */
final class DryRun {

    private static final int ALOUD = 10;

    private final Surroundings around;
    private final RunPlan plan;
    private final ProviderProfile profile;
    private final Map<String, Demand> byModel = new TreeMap<>();
    private final PriceBook prices;
    private long valid;
    private long invalid;
    private long duplicates;

    DryRun(Surroundings around, RunPlan plan, ProviderProfile profile, PriceBook prices) {
        this.around = around;
        this.plan = plan;
        this.profile = profile;
        this.prices = prices;
    }

    ExitCode run() {
        try (BatchFile file = BatchFile.open(plan.input())) {
            long left = plan.limit();
            for (BatchLine line = file.next(); line != null && left > 0; line = --left > 0 ? file.next() : null) {
                switch (line) {
                    case Unsendable unsendable -> leaveOut(unsendable);
                    case Request request -> take(request);
                }
            }
        } catch (IOException e) {
            throw new Refusal("cannot read on in " + plan.input() + ": " + Reason.of(e));
        }
        if (plan.json()) {
            around.out().println(json());
        } else {
            tell();
        }
        around.out().flush();
        if (valid == 0) {
            return ExitCode.REFUSED;
        }
        return invalid + duplicates == 0 ? ExitCode.DONE : ExitCode.SOME_FAILED;
    }

    private void take(Request line) {
        switch (ChatRequest.parse(line.body().unsafeArray())) {
            case RequestParse.Refused refused ->
                leaveOut(new Unsendable(line.number(), line.customId(), Code.INVALID_LINE, refused.message()));
            case RequestParse.Valid parsed -> {
                valid++;
                ChatRequest request = parsed.request();
                byModel.merge(
                        profile.canonicalModel(request.model()),
                        Demand.NONE.plus(request),
                        (before, one) -> before.plus(request));
            }
        }
    }

    private void leaveOut(Unsendable line) {
        if (line.code() == Code.DUPLICATE_CUSTOM_ID) {
            duplicates++;
        } else {
            invalid++;
        }
        if (invalid + duplicates <= ALOUD) {
            around.say("line " + line.number() + " would not be sent: " + line.message());
        }
    }

    private void tell() {
        around.tell(valid + " lines can be sent" + (invalid == 0 ? "" : ", " + invalid + " are invalid")
                + (duplicates == 0 ? "" : ", " + duplicates + " are duplicates")
                + "; nothing was sent or stored");
        byModel.forEach((model, demand) -> around.tell(model + ": " + demand.lines() + " lines, about "
                + demand.promptTokens()
                + " tokens in, at most " + demand.mostOutput() + " tokens out"
                + (demand.unbounded() == 0
                        ? ""
                        : " and whatever the model writes for " + demand.unbounded() + " lines without max_tokens")
                + "; cost " + demand.costText(price(model))));
    }

    private Optional<Price> price(String model) {
        return prices.at(model, around.time().wall().instant());
    }

    private String json() {
        return JsonLine.of(json -> {
            json.writeStringProperty("event", "dry_run");
            json.writeNumberProperty("valid", valid);
            json.writeNumberProperty("invalid", invalid);
            json.writeNumberProperty("duplicate", duplicates);
            json.writeName("models");
            json.writeStartObject();
            byModel.forEach((model, demand) -> {
                json.writeName(model);
                json.writeStartObject();
                json.writeNumberProperty("lines", demand.lines());
                json.writeNumberProperty("prompt_tokens", demand.promptTokens());
                json.writeNumberProperty("most_output_tokens", demand.mostOutput());
                json.writeNumberProperty("lines_without_max_tokens", demand.unbounded());
                price(model).ifPresent(price -> {
                    json.writeStringProperty(
                            "input_cost", demand.inputCost(price).toPlainString());
                    json.writeStringProperty("most_cost", demand.mostCost(price).toPlainString());
                    json.writeStringProperty("currency", price.currency());
                });
                json.writeEndObject();
            });
            json.writeEndObject();
        });
    }
}
