package dev.penstock.simulator.look;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the simulated provider looks and behaves where no script says otherwise.
 *
 * @param name what it calls itself in {@code owned_by}
 * @param models what {@code /models} lists
 * @param anyModel whether models that are not listed are answered too
 * @param inferenceWait how long a request may wait for its inference to start before the connection is closed
 * @param worksOn whether the work goes on, and is billed, after the client left
 * @param keepAlive the interval of blank lines or comments while a request waits for its inference
 * @param usage where a stream carries its usage
 * @param requestIdHeader the header field in which an answer carries the provider's id of the request
 */
public record ProviderLook(
        String name,
        List<ModelSpec> models,
        boolean anyModel,
        Duration inferenceWait,
        boolean worksOn,
        Duration keepAlive,
        UsagePlace usage,
        String requestIdHeader) {

    /**
     * Checks the ranges and copies the list.
     *
     * @throws IllegalArgumentException if a duration is not positive
     */
    public ProviderLook {
        models = List.copyOf(models);
        if (inferenceWait.isNegative() || inferenceWait.isZero()) {
            throw new IllegalArgumentException("inferenceWait must be positive: " + inferenceWait);
        }
        if (keepAlive.isNegative() || keepAlive.isZero()) {
            throw new IllegalArgumentException("keepAlive must be positive: " + keepAlive);
        }
    }

    /**
     * DeepSeek as its documents describe it: the concurrency of each model per account, closing after ten minutes
     * without inference, keep-alives, usage in the last chunk (api-docs.deepseek.com, "Rate Limit" and "Create Chat
     * Completion", reviewed 2026-10-02). No document says that work stops with the connection, so it goes on.
     *
     * @return the look
     */
    public static ProviderLook deepseek() {
        return new ProviderLook(
                "deepseek",
                List.of(
                        new ModelSpec("deepseek-v4-flash", List.of("deepseek-flash", "deepseek-chat"), 2_500, false),
                        new ModelSpec("deepseek-v4-pro", List.of(), 500, true)),
                false,
                Duration.ofMinutes(10),
                true,
                Duration.ofSeconds(10),
                UsagePlace.LAST_CHUNK,
                "x-ds-trace-id");
    }

    /**
     * A plain OpenAI-compatible server: any model, no limits, work that stops with its client, usage on request.
     *
     * @return the look
     */
    public static ProviderLook openai() {
        return new ProviderLook(
                "openai",
                List.of(new ModelSpec("gpt-sim", List.of(), 0, false)),
                true,
                Duration.ofHours(1),
                false,
                Duration.ofSeconds(10),
                UsagePlace.SEPARATE_IF_ASKED,
                "x-request-id");
    }

    /**
     * What is known of a model.
     *
     * @param name its id or one of its aliases
     * @return its specification, if it is listed
     */
    public Optional<ModelSpec> model(String name) {
        return models.stream().filter(model -> model.isCalled(name)).findFirst();
    }

    /**
     * The same look with other models.
     *
     * @param others the models
     * @return a copy
     */
    public ProviderLook withModels(List<ModelSpec> others) {
        return new ProviderLook(name, others, anyModel, inferenceWait, worksOn, keepAlive, usage, requestIdHeader);
    }

    /**
     * The same look that answers any model, or only those listed.
     *
     * @param any whether any model is answered
     * @return a copy
     */
    public ProviderLook withAnyModel(boolean any) {
        return new ProviderLook(name, models, any, inferenceWait, worksOn, keepAlive, usage, requestIdHeader);
    }

    /**
     * The same look with another longest wait for the inference.
     *
     * @param wait the wait
     * @return a copy
     */
    public ProviderLook withInferenceWait(Duration wait) {
        return new ProviderLook(name, models, anyModel, wait, worksOn, keepAlive, usage, requestIdHeader);
    }

    /**
     * The same look whose work goes on, or stops, when the client leaves.
     *
     * @param goesOn whether the work goes on
     * @return a copy
     */
    public ProviderLook withWorksOn(boolean goesOn) {
        return new ProviderLook(name, models, anyModel, inferenceWait, goesOn, keepAlive, usage, requestIdHeader);
    }

    /**
     * The same look with another interval of keep-alives.
     *
     * @param interval the interval
     * @return a copy
     */
    public ProviderLook withKeepAlive(Duration interval) {
        return new ProviderLook(name, models, anyModel, inferenceWait, worksOn, interval, usage, requestIdHeader);
    }

    /**
     * The same look with its usage elsewhere.
     *
     * @param place where streams carry it
     * @return a copy
     */
    public ProviderLook withUsage(UsagePlace place) {
        return new ProviderLook(name, models, anyModel, inferenceWait, worksOn, keepAlive, place, requestIdHeader);
    }
}
