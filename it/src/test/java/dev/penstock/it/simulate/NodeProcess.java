package dev.penstock.it.simulate;

/** One start of a process in the simulated world: what crashes, or stands still, as a whole. */
final class NodeProcess {

    private final String name;
    private boolean dead;
    private long frozenUntil = Long.MIN_VALUE;
    private long lastFreeze = Long.MIN_VALUE;

    NodeProcess(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    boolean isDead() {
        return dead;
    }

    /** From now on none of its tasks does anything any more. */
    void crash() {
        dead = true;
    }

    /** Stands still, as under SIGSTOP: its clocks go on. */
    void freeze(long until) {
        frozenUntil = Math.max(frozenUntil, until);
        lastFreeze = frozenUntil;
    }

    /** When it stands still no longer. */
    long frozenUntil() {
        return frozenUntil;
    }

    boolean isFrozen(long now) {
        return frozenUntil > now;
    }

    /** Whether it ever stood still after a moment. */
    boolean stoodStillSince(long moment) {
        return lastFreeze > moment;
    }

    @Override
    public String toString() {
        return name;
    }
}
