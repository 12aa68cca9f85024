package io.tidemark.benchmarks.state;

/** Something that holds a long per key. */
interface EntryStore {
    /** Adds to the value of a key, made when there is none. */
    void add(int number, long amount);

    /** Value of a key, 0 when there is none. */
    long get(int number);

    void remove(int number);

    void close();
}
