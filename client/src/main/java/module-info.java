/** The public Java API and the engine behind it. */
@org.jspecify.annotations.NullMarked
module dev.penstock.client {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.http;
    requires transitive dev.penstock.policy;
    requires transitive dev.penstock.provider;
    requires transitive dev.penstock.store;
    requires tools.jackson.databind;

    exports dev.penstock.client;
}
