package io.tidemark.state.heap;

import io.tidemark.state.TableSpec;

/** Kind and shape of a unit. */
record HeapShape(String kind, TableSpec spec) {}
