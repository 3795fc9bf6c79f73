package dev.penstock.cli.terminal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** What a failed file operation means, in words. */
public final class Reason {

    private Reason() {}

    /**
     * Puts an exception into words.
     *
     * @param e what was thrown
     * @return a few words, without the file's name
     */
    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException ignored -> "it does not exist";
            case AccessDeniedException ignored -> "permission denied";
            case NotDirectoryException ignored -> "it is not a directory";
            case FileAlreadyExistsException ignored -> "it exists already";
            case FileSystemException file -> words(file, file.getReason());
            default -> words(e, e.getMessage());
        };
    }

    private static String words(IOException e, @Nullable String text) {
        return text == null || text.isEmpty()
                ? e.getClass().getSimpleName()
                : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
