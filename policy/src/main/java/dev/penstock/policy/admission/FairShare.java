package dev.penstock.policy.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How an account's permits are shared by the processes that use it (design 9): whoever wants less than an equal part gets
 * what it wants, and the others share the rest equally. Permits that do not divide go to the first ones; where there are
 * fewer permits than processes, the turn says who has one. Pure.
 */
public final class FairShare {

    private FairShare() {}

    /**
     * The shares of all.
     *
     * @param permits what there is, 0 or more
     * @param wants how many each wants, 0 or more
     * @param turn moves the first one on, so that a permit that does not divide goes round; any number
     * @return each one's share, in the order of the wants; never more than it wants, and all together never more than
     *     there is
     */
    public static List<Integer> of(int permits, List<Integer> wants, long turn) {
        int size = wants.size();
        int[] shares = new int[size];
        List<Integer> leastFirst = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            leastFirst.add((int) Math.floorMod(i + turn, (long) size));
        }
        leastFirst.sort(Comparator.comparing(wants::get));
        int left = permits;
        for (int i = 0; i < size; i++) {
            int one = leastFirst.get(i);
            // Rounded down: what does not divide is left for those who want more and come later.
            shares[one] = Math.min(wants.get(one), left / (size - i));
            left -= shares[one];
        }
        List<Integer> all = new ArrayList<>(size);
        for (int share : shares) {
            all.add(share);
        }
        return List.copyOf(all);
    }
}
