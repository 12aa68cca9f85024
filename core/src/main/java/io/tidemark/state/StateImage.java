package io.tidemark.state;

/** A copy of all state at one moment, to be restored into the backend that made it or one opened in the same way. */
public interface StateImage {
    /** Bytes of rows and scalars in the copy. */
    long sizeBytes();
}
