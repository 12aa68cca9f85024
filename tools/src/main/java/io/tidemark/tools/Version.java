package io.tidemark.tools;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "tidemark " + (version == null ? "from class files" : version),
            "Java " + System.getProperty("java.version") + ", " + System.getProperty("java.vendor")
        };
    }
}
