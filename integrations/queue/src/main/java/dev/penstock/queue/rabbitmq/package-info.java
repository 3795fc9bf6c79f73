/** RabbitMQ as a queue, by AMQP 0-9-1. */
package dev.penstock.queue.rabbitmq;
