package dev.penstock.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/gateway.md names every setting that there is, and none that there is not. */
class GatewayPageTest {

    private static final Path PAGE = Path.of("..", "docs", "gateway.md");

    @Test
    @DisplayName("the settings of the page are those of the records")
    void settings_areTheSame() throws IOException {
        Set<String> known = new TreeSet<>();
        collect("", GatewayConfig.class, known);
        // The page names the admin port's further limits once, under the API's.
        known.removeIf(name -> name.startsWith("admin.")
                && !List.of("admin.host", "admin.port", "admin.allow_remote").contains(name));

        assertThat(named()).containsExactlyInAnyOrderElementsOf(known);
    }

    private static Set<String> named() throws IOException {
        return Files.readString(PAGE)
                .lines()
                .dropWhile(line -> !line.equals("| setting | default | meaning |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void collect(String prefix, Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix
                    + component.getName().replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
            Type element = component.getGenericType();
            while (element instanceof ParameterizedType generic) {
                boolean map = generic.getRawType() == Map.class;
                name += map ? (name.equals("models") ? ".ALIAS" : ".NAME") : "[]";
                element = generic.getActualTypeArguments()[map ? 1 : 0];
            }
            if (element instanceof Class<?> below && below.isRecord() && below != Span.class) {
                collect(name + ".", below, names);
            } else {
                names.add(name);
            }
        }
    }
}
