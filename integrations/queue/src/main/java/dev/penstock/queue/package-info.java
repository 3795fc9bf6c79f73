/**
 * A consumer of message queues: each message is a chat request, run to its committed end before it is acknowledged. It
 * knows no broker; {@code dev.penstock.queue.rabbitmq} is one.
 */
package dev.penstock.queue;
