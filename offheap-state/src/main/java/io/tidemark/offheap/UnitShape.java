package io.tidemark.offheap;

import io.tidemark.state.TableSpec;

/** Kind and shape of a unit. */
record UnitShape(String kind, TableSpec spec) {}
