package dev.penstock.policy.admission;

/**
 * Whose turn it is between two sides that both wait: the second side gets at least one grant in so many and at most one
 * in so many; in between, whoever came first goes first. Not thread-safe.
 */
final class Turns {

    private final int mostOneIn;
    private final int leastOneIn;
    private int sinceSecond;

    Turns(int mostOneIn, int leastOneIn) {
        this.mostOneIn = mostOneIn;
        this.leastOneIn = leastOneIn;
    }

    /** Whether the second side goes next, both waiting. */
    boolean secondGoes(boolean secondCameFirst) {
        if (sinceSecond >= leastOneIn - 1) {
            return true;
        }
        return sinceSecond >= mostOneIn - 1 && secondCameFirst;
    }

    /** Counts a grant to the first side; credit grows beyond the ceiling only while the second side waits. */
    void firstWent(boolean secondWaits) {
        int most = secondWaits ? leastOneIn - 1 : mostOneIn - 1;
        if (sinceSecond < most) {
            sinceSecond++;
        }
    }

    /** Counts a grant to the second side. */
    void secondWent() {
        sinceSecond = 0;
    }

    /** The second side's share of the grants, if so many wait on each side; 1 if the first side is empty. */
    double secondShare(int firstWaiting, int secondWaiting) {
        if (firstWaiting == 0) {
            return 1;
        }
        double natural = (double) secondWaiting / (firstWaiting + secondWaiting);
        return Math.clamp(natural, 1.0 / leastOneIn, 1.0 / mostOneIn);
    }
}
