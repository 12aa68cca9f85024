package io.tidemark.offheap;

import io.tidemark.state.TableSpec;

/** Kind and shape of a unit. */
record UnitShape(String kind, TableSpec spec) {
    /** The shape in words; differs where shapes do. */
    String text() {
        String keys = spec.keyBytes() == TableSpec.VARIABLE ? "any length" : spec.keyBytes() + " bytes";
        return kind + " '" + spec.path() + "' with values of " + spec.valueBytes() + " bytes and keys of " + keys;
    }
}
