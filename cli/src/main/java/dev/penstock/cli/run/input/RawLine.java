package dev.penstock.cli.run.input;

import dev.penstock.store.Bytes;

/**
 * One line of a file as it stands there.
 *
 * @param number counted from 1
 * @param bytes its bytes without the line's end; cut off at {@link LineReader#LONGEST} if it is longer
 * @param length how long it is in the file
 */
record RawLine(int number, Bytes bytes, long length) {

    /** Whether it is longer than a line may be. */
    boolean isTooLong() {
        return length > bytes.size();
    }

    /** Whether there is nothing on it but blanks. */
    boolean isBlank() {
        for (byte b : bytes.unsafeArray()) {
            if (b != ' ' && b != '\t') {
                return false;
            }
        }
        return true;
    }
}
