package dev.penstock.provider.profile;

import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.config.Source;
import dev.penstock.provider.profile.Sections.AbsentSection;
import dev.penstock.provider.profile.Sections.ChoicesSection;
import dev.penstock.provider.profile.Sections.CodesSection;
import dev.penstock.provider.profile.Sections.EndpointSection;
import dev.penstock.provider.profile.Sections.FinishesSection;
import dev.penstock.provider.profile.Sections.ModelSection;
import dev.penstock.provider.profile.Sections.Sourced;
import dev.penstock.provider.profile.Sections.WaitingSection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns a file's sections into a profile, and notes the source of each. */
final class ProfileAssembly {

    private final ProfileDocument document;
    private final String file;
    private final List<ProviderFact> facts = new ArrayList<>();

    ProfileAssembly(ProfileDocument document, String file) {
        this.document = document;
        this.file = file;
    }

    ProviderProfile profile() {
        return new ProviderProfile(
                required("provider", document.provider()), endpoint(), models(), habits(), rules(), facts, absent());
    }

    private Endpoint endpoint() {
        EndpointSection section = sourced("endpoint", document.endpoint());
        return checked(() -> new Endpoint(section.baseUrl(), section.chatPath(), section.modelsPath()));
    }

    private List<ProviderModel> models() {
        List<ProviderModel> models = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ModelSection raw : required("models", document.models())) {
            ModelSection section = sourced("models." + raw.id(), raw);
            ProviderModel model = checked(() -> new ProviderModel(
                    section.id(),
                    orEmpty(section.aliases()),
                    section.concurrency() == null ? OptionalInt.empty() : OptionalInt.of(section.concurrency())));
            models.add(model);
            requireUnique(names, model.id());
            model.aliases().forEach(alias -> requireUnique(names, alias));
        }
        return models;
    }

    private void requireUnique(Set<String> names, String name) {
        if (!names.add(name)) {
            throw new ConfigurationException(file + ": the model name '" + name + "' stands twice");
        }
    }

    private Habits habits() {
        WaitingSection waiting = sourced("waiting", document.waiting());
        CodesSection codes = sourced("codes", document.codes());
        FinishesSection finishes = sourced("finishes", document.finishes());
        return checked(() -> new Habits(
                waiting.keepAlives(),
                Optional.ofNullable(waiting.documentedWait()),
                sourced("abort", document.abort()).hold(),
                sourced("hints", document.hints()).retryAfterMs(),
                sourced("limits", document.limits()).perUser(),
                sourced("messages", document.messages()).reasoningFields(),
                orEmpty(codes.unknownModel()),
                finishes.documented()));
    }

    private CodeRules rules() {
        CodesSection codes = required("codes", document.codes());
        FinishesSection finishes = required("finishes", document.finishes());
        ChoicesSection choices =
                document.choices() == null ? new ChoicesSection(null, false, false) : document.choices();
        Map<String, Verdict.Transient.Why> rates = new HashMap<>();
        orEmpty(codes.rate()).forEach((code, cause) -> rates.put(code, cause.why()));
        return checked(() -> new CodeRules(
                orEmpty(codes.stop()),
                rates,
                orEmpty(choices.transientStatuses()),
                orEmpty(finishes.accepted()),
                finishes.doneWithoutFinishCompletes(),
                choices.notProcessableIsNotSent(),
                choices.closedBeforeInferenceIsOverload() ? overloadWait() : null,
                orEmpty(codes.errorStatuses())));
    }

    private Duration overloadWait() {
        WaitingSection waiting = required("waiting", document.waiting());
        return required(
                "waiting.documented_wait, which closed_before_inference_is_overload needs,", waiting.documentedWait());
    }

    private List<ProviderFact> absent() {
        List<ProviderFact> absent = new ArrayList<>();
        for (AbsentSection section : document.absent() == null ? List.<AbsentSection>of() : document.absent()) {
            absent.add(new ProviderFact(section.contract(), source(section.contract(), section)));
        }
        return absent;
    }

    private <T extends Sourced> T sourced(String name, @Nullable T section) {
        T present = required(name, section);
        facts.add(new ProviderFact(name, source(name, present)));
        return present;
    }

    private Source source(String name, Sourced section) {
        Source source = document.sources() == null ? null : document.sources().get(section.source());
        if (source == null) {
            throw new ConfigurationException(
                    file + ": " + name + " names the source '" + section.source() + "', which is not listed");
        }
        return source;
    }

    private <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new ConfigurationException(file + ": " + name + " is missing");
        }
        return value;
    }

    private <T> T checked(Supplier<T> build) {
        try {
            return build.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(file + ": " + e.getMessage());
        }
    }

    private static <K, V> Map<K, V> orEmpty(@Nullable Map<K, V> map) {
        return map == null ? Map.of() : map;
    }

    private static <T> Set<T> orEmpty(@Nullable Set<T> set) {
        return set == null ? Set.of() : set;
    }
}
