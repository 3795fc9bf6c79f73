/** Virtual time, seeded chance and captured logs, for the tests of this project and of those who build on it. */
@org.jspecify.annotations.NullMarked
module dev.penstock.testkit {
    requires static transitive org.jspecify;
    requires transitive dev.penstock.time;

    exports dev.penstock.testkit;
}
