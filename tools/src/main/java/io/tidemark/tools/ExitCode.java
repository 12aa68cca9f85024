package io.tidemark.tools;

import io.tidemark.error.ErrorCategory;

/** Exit codes of the command. They keep their meaning. */
final class ExitCode {
    /** Everything was done. */
    static final int OK = 0;
    /** Data was refused: rejected rows, a damaged record, a file that does not fit. */
    static final int DATA = 1;
    /** The command or the query as written cannot run. */
    static final int USAGE = 2;
    /** A file, directory or JVM setting is missing, in use or damaged. */
    static final int ENVIRONMENT = 3;
    /** A declared limit was reached. */
    static final int RESOURCE = 4;
    /** A stored query and the one that is started do not fit together. */
    static final int RESTART = 5;
    /** A replay brought out other rows than those that are stored, or two journals differ. */
    static final int DIFFERENT = 6;
    /** A changed plan needs decisions before it can go on. */
    static final int DECISION_NEEDED = 7;
    /** An error in Tidemark itself. */
    static final int INTERNAL = 70;

    private ExitCode() {}

    static int of(ErrorCategory category) {
        return switch (category) {
            case PLAN -> USAGE;
            case DATA -> DATA;
            case RESOURCE -> RESOURCE;
            case ENVIRONMENT -> ENVIRONMENT;
            case RESTART -> RESTART;
        };
    }
}
