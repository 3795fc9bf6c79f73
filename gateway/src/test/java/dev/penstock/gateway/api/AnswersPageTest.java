package dev.penstock.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The tables of answers that run are the tables that are printed")
class AnswersPageTest {

    private static final String BEGIN = "<!-- table: begin -->\n";
    private static final String END = "<!-- table: end -->\n";

    private static final Path PAGE = Path.of(System.getProperty("basedir", ".")).resolve("../docs/gateway-answers.md");

    @Test
    void page_holdsTheTablesAsTheyRun() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN, END);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String after = page.substring(page.indexOf(END));
        String printed = before + "\n" + AnswerTable.toMarkdown() + "\n" + after;

        if (Boolean.getBoolean("penstock.docs.write")) {
            Files.writeString(PAGE, printed);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/gateway-answers.md; write it with"
                        + " mvn test -pl gateway -am -Dtest=AnswersPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dpenstock.docs.write=true")
                .isEqualTo(printed);
    }
}
