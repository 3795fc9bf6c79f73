package dev.penstock.provider.usage;

import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.config.Source;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A price file as it is written. */
record PriceDocument(Map<String, Source> sources, List<RowSection> prices) {

    PriceDocument {
        Objects.requireNonNull(sources, "sources");
        Objects.requireNonNull(prices, "prices");
    }

    record WindowSection(@Nullable Set<DayOfWeek> days, LocalTime from, LocalTime to) {
        WindowSection {
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(to, "to");
        }

        PriceWindow window() {
            return new PriceWindow(days == null ? Set.of() : days, from, to);
        }
    }

    record RowSection(
            String model,
            @Nullable Set<String> aliases,
            Instant effectiveFrom,
            @Nullable ZoneId zone,
            @Nullable List<WindowSection> windows,
            String currency,
            BigDecimal hit,
            BigDecimal miss,
            BigDecimal output,
            String source) {
        RowSection {
            Objects.requireNonNull(model, "model");
            Objects.requireNonNull(effectiveFrom, "effective_from");
            Objects.requireNonNull(currency, "currency");
            Objects.requireNonNull(hit, "hit");
            Objects.requireNonNull(miss, "miss");
            Objects.requireNonNull(output, "output");
            Objects.requireNonNull(source, "source");
            if (zone == null && windows != null && !windows.isEmpty()) {
                throw new IllegalArgumentException("a row with windows names its zone");
            }
        }

        PriceRow row(Source from) {
            Set<String> names = new HashSet<>(aliases == null ? Set.of() : aliases);
            names.add(model);
            List<WindowSection> given = windows == null ? List.of() : windows;
            return new PriceRow(
                    names,
                    zone == null ? ZoneOffset.UTC : zone,
                    given.stream().map(WindowSection::window).toList(),
                    new Price(model, effectiveFrom, currency, hit, miss, output, from));
        }
    }

    List<PriceRow> rows(String file) {
        List<PriceRow> rows = new ArrayList<>();
        Set<String> always = new HashSet<>();
        for (RowSection section : prices) {
            Source source = sources.get(section.source());
            if (source == null) {
                throw new ConfigurationException(file + ": the price of " + section.model() + " names the source '"
                        + section.source() + "', which is not listed");
            }
            PriceRow row = section.row(source);
            for (String name : row.names()) {
                if (row.isAlways() && !always.add(name + " from " + section.effectiveFrom())) {
                    throw new ConfigurationException(
                            file + ": two prices without windows for " + name + " from " + section.effectiveFrom());
                }
            }
            rows.add(row);
        }
        return rows;
    }
}
