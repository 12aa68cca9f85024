package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.file.Path;

/** Is told of each call on a checkpoint file before it is made, and can make it fail. For tests of failures; called by the thread that makes the call. */
@FunctionalInterface
public interface FileHook {
    /** Does nothing. */
    FileHook NONE = (call, file) -> {};

    /**
     * A call is about to be made.
     *
     * @param file the file it concerns; of a rename the new name
     * @throws IOException instead of the call
     */
    void before(FileCall call, Path file) throws IOException;

    /** What can be done to a file. */
    enum FileCall {
        /** A directory is made. */
        MAKE_DIRECTORY,
        /** A new file is opened for writing. */
        CREATE,
        /** Bytes are written. */
        WRITE,
        /** What was written to a file goes to the device. */
        FORCE,
        /** A file gets its final name. */
        RENAME,
        /** The names in a directory go to the device. */
        FORCE_DIRECTORY,
        /** A file is removed. */
        DELETE,
        /** A directory is listed. */
        LIST,
        /** A file is opened for reading. */
        OPEN,
        /** Bytes are read. */
        READ
    }
}
