/** The provider's protocol as data: requests, streams, completion, profiles, usage and prices. No I/O, no clocks. */
@org.jspecify.annotations.NullMarked
module dev.penstock.provider {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.policy;
    requires com.networknt.schema;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    exports dev.penstock.provider.completion;
    exports dev.penstock.provider.config;
    exports dev.penstock.provider.profile;
    exports dev.penstock.provider.request;
    exports dev.penstock.provider.schema;
    exports dev.penstock.provider.usage;

    opens dev.penstock.provider.config to
            tools.jackson.databind;
    opens dev.penstock.provider.profile to
            tools.jackson.databind;
    opens dev.penstock.provider.usage to
            tools.jackson.databind;
}
