/** Work from a message queue: the consumer that knows no broker, and RabbitMQ. */
@org.jspecify.annotations.NullMarked
module dev.penstock.queue {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.client;
    requires com.rabbitmq.client;
    requires tools.jackson.databind;

    exports dev.penstock.queue;
    exports dev.penstock.queue.rabbitmq;
}
