package dev.penstock.provider.usage;

import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.config.Source;
import dev.penstock.provider.config.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Dated prices. All rows of a model with one {@code effective_from} are one price list; the newest list that has begun
 * holds, and an older one never comes back. In it the first row whose window contains the instant is taken, else the row
 * without windows, else the model has no price then. Models are found by their exact id or an explicit alias, never by a
 * similar name. Immutable.
 */
public final class PriceBook {

    private static final String BUNDLED = "prices.yaml";

    private final Map<String, List<PriceRow>> rowsByName;

    private PriceBook(Map<String, List<PriceRow>> rowsByName) {
        this.rowsByName = rowsByName;
    }

    /**
     * A book without prices.
     *
     * @return a book in which every model is unpriced
     */
    public static PriceBook empty() {
        return new PriceBook(Map.of());
    }

    /**
     * The prices that are built in.
     *
     * @return the book
     */
    public static PriceBook bundled() {
        try (InputStream in = PriceBook.class.getResourceAsStream(BUNDLED)) {
            if (in == null) {
                throw new IllegalStateException(BUNDLED + " is not in this build");
            }
            return read(in, BUNDLED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Prices from a file of the user's own.
     *
     * @param in the file's bytes; read to its end, not closed
     * @param file what the file is called in messages
     * @return the book
     * @throws ConfigurationException if it is not a price file; the message has the line where there is one
     */
    public static PriceBook read(InputStream in, String file) {
        PriceDocument document = YamlFile.read(in, file, PriceDocument.class);
        Map<String, List<PriceRow>> byName = new HashMap<>();
        for (PriceRow row : document.rows(file)) {
            for (String name : row.names()) {
                byName.computeIfAbsent(name, ignored -> new ArrayList<>()).add(row);
            }
        }
        return new PriceBook(byName);
    }

    /**
     * The price of a model.
     *
     * @param model the model's id or an explicit alias
     * @param requestStart the instant that decides
     * @return the price, empty if the book has none: visible as unpriced, never 0
     */
    public Optional<Price> at(String model, Instant requestStart) {
        List<PriceRow> rows = rowsByName.get(model);
        if (rows == null) {
            return Optional.empty();
        }
        List<PriceRow> begun = rows.stream()
                .filter(row -> !row.price().effectiveFrom().isAfter(requestStart))
                .toList();
        Optional<Instant> newest =
                begun.stream().map(row -> row.price().effectiveFrom()).max(Instant::compareTo);
        return newest.flatMap(list -> choose(
                begun.stream()
                        .filter(row -> row.price().effectiveFrom().equals(list))
                        .toList(),
                requestStart));
    }

    private static Optional<Price> choose(List<PriceRow> list, Instant at) {
        return list.stream()
                .filter(row -> row.isInWindow(at))
                .findFirst()
                .or(() -> list.stream().filter(PriceRow::isAlways).findFirst())
                .map(PriceRow::price);
    }

    /**
     * The sources of prices that nobody has looked at for too long.
     *
     * @param today the day to compare with
     * @return sources reviewed more than 90 days before, each once
     */
    public List<Source> staleSources(LocalDate today) {
        return rowsByName.values().stream()
                .flatMap(List::stream)
                .map(row -> row.price().source())
                .filter(source -> source.isStale(today))
                .distinct()
                .toList();
    }
}
