package dev.penstock.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class TasksTest {

    @Test
    void task_runsOnAVirtualThreadOfItsNameBesideItsStarter() throws InterruptedException {
        BlockingQueue<Thread> ran = new LinkedBlockingQueue<>();

        Time.system().tasks().start("beside", () -> ran.add(Thread.currentThread()));

        Thread thread = ran.take();
        assertThat(thread).isNotSameAs(Thread.currentThread());
        assertThat(thread.isVirtual()).isTrue();
        assertThat(thread.getName()).isEqualTo("beside");
    }
}
