package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checkout that this test runs in. */
public final class Repository {

    private Repository() {}

    /** Its root: the folder above this module. */
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("it/pom.xml")) ? here : here.getParent();
    }

    /** Every Java source below a folder of every module. */
    public static Stream<Path> sources(String folder) {
        return modules().stream()
                .map(module -> module.resolve(folder))
                .filter(Files::isDirectory)
                .flatMap(Repository::javaFiles);
    }

    /** The compiled classes of every module of the house; what measures it stands beside. */
    public static List<Path> classFolders() {
        return modules().stream()
                .filter(module -> !module.endsWith("benchmarks"))
                .map(module -> module.resolve("target/classes"))
                .filter(Files::isDirectory)
                .toList();
    }

    /** The folders with a pom of their own: those of the root, and those of its folder of integrations. */
    private static List<Path> modules() {
        return Stream.of(root(), root().resolve("integrations"))
                .flatMap(Repository::modulesIn)
                .sorted()
                .toList();
    }

    private static Stream<Path> modulesIn(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(child -> Files.exists(child.resolve("pom.xml"))).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
