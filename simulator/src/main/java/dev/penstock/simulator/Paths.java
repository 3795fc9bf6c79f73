package dev.penstock.simulator;

/** The targets that are served. */
final class Paths {

    private Paths() {}

    static boolean isCompletion(String path) {
        return path.equals("/chat/completions") || path.equals("/v1/chat/completions");
    }

    static boolean isModels(String path) {
        return path.equals("/models") || path.equals("/v1/models");
    }

    static boolean isControl(String path) {
        return path.startsWith("/control/");
    }
}
