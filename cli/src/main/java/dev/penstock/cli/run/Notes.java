package dev.penstock.cli.run;

import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.cli.run.output.UnresolvedFile;
import dev.penstock.cli.run.progress.Display;
import java.util.concurrent.locks.ReentrantLock;

/** Says which lines are not sent, the first ones aloud and all of them in the second file. Thread-safe. */
final class Notes {

    private static final int ALOUD = 10;

    private final Display display;
    private final UnresolvedFile file;
    private final ReentrantLock lock = new ReentrantLock();
    private int said;

    Notes(Display display, UnresolvedFile file) {
        this.display = display;
        this.file = file;
    }

    void add(Unsendable line) {
        boolean aloud;
        boolean last;
        lock.lock();
        try {
            file.note(line);
            aloud = said < ALOUD;
            last = ++said == ALOUD + 1;
        } finally {
            lock.unlock();
        }
        if (aloud) {
            display.say("line " + line.number() + " is not sent: " + line.message());
        } else if (last) {
            display.say("more lines are not sent; all of them will be in " + file.path());
        }
    }
}
