package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-8 an account's permits are shared fairly by the processes that use it")
class FairShareTest {

    @Test
    void enough_everyoneGetsWhatItWants() {
        assertThat(FairShare.of(20, List.of(3, 9, 0), 0)).containsExactly(3, 9, 0);
    }

    @Test
    void scarce_whoeverWantsLittleGetsIt_theOthersShareTheRest() {
        assertThat(FairShare.of(20, List.of(2, 100, 100), 0)).containsExactly(2, 9, 9);
    }

    @Test
    void nobody_getsNothing() {
        assertThat(FairShare.of(20, List.of(), 0)).isEmpty();
    }

    @Test
    @DisplayName("fewer permits than processes go round, one by one")
    void fewerThanProcesses_goRound() {
        int[] had = new int[3];
        for (int turn = 0; turn < 3; turn++) {
            List<Integer> shares = FairShare.of(1, List.of(5, 5, 5), turn);
            assertThat(shares).containsOnlyOnce(1).containsOnly(0, 1);
            had[shares.indexOf(1)]++;
        }
        assertThat(had).containsExactly(1, 1, 1);
    }

    @Test
    @DisplayName("never more than there is, never more than is wanted, and nothing is kept back that somebody wants")
    void anyWants_exactlyShared() {
        SplittableRandom random = new SplittableRandom(9);
        for (int round = 0; round < 10_000; round++) {
            int permits = random.nextInt(40);
            List<Integer> wants = new ArrayList<>();
            IntStream.range(0, random.nextInt(1, 6)).forEach(i -> wants.add(random.nextInt(30)));
            List<Integer> shares = FairShare.of(permits, wants, random.nextLong());

            assertThat(IntStream.range(0, wants.size())).allMatch(i -> shares.get(i) <= wants.get(i));
            assertThat(sum(shares)).isEqualTo(Math.min(permits, sum(wants)));
            int least = IntStream.range(0, wants.size())
                    .filter(i -> shares.get(i) < wants.get(i))
                    .map(shares::get)
                    .min()
                    .orElse(Integer.MAX_VALUE - 1);
            assertThat(shares).as("%d permits, wanted %s", permits, wants).allMatch(share -> share <= least + 1);
        }
    }

    private static int sum(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).sum();
    }
}
