package io.tidemark.error;

/** Who has to act on an error. */
public enum ErrorCategory {
    /** The query as written cannot run; found when it is built. */
    PLAN,
    /** A record or file that the user supplied is not what it should be. */
    DATA,
    /** A declared limit was reached. */
    RESOURCE,
    /** A file, directory or JVM setting is missing, in use or damaged. */
    ENVIRONMENT,
    /** A stored query and the one that is started do not fit together. */
    RESTART
}
