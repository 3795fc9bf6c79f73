package dev.penstock.cli;

import picocli.CommandLine.IVersionProvider;

/** Which Penstock and which Java this is. */
final class Version implements IVersionProvider {

    /** For picocli. */
    Version() {}

    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {"penstock " + (version == null ? "development" : version), "Java " + Runtime.version()};
    }
}
