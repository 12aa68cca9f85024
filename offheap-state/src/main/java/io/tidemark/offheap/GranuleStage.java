package io.tidemark.offheap;

import io.tidemark.state.SnapshotStage;

/** Hands granules of one snapshot over as parts of units: a unit is a page, its payload followed by its header. */
final class GranuleStage {
    /** Offset of the header in a unit. */
    static final int HEADER_AT = Page.PAYLOAD_BYTES;
    /** Bytes of a unit: those of the header are rounded up to a granule. */
    static final int UNIT_BYTES = Page.PAYLOAD_BYTES + Page.GRANULE_BYTES;

    private SnapshotStage stage;
    private boolean overflowed;

    void open(SnapshotStage target) {
        stage = target;
        overflowed = false;
    }

    /** Whether something found no room: the snapshot has a hole. */
    boolean overflowed() {
        return overflowed;
    }

    boolean hasRoom() {
        return !overflowed && stage.hasRoom();
    }

    /** Hands over neighbouring granules of a payload, or the header. */
    void put(long page, int granule, int count) {
        if (overflowed) {
            return;
        }
        int unit = Page.number(page);
        boolean taken = granule == Page.HEADER_GRANULE
                ? stage.put(unit, HEADER_AT, page + Page.HEADER, Page.HEADER_BYTES)
                : stage.put(
                        unit,
                        granule * Page.GRANULE_BYTES,
                        page + Page.PAYLOAD + (long) granule * Page.GRANULE_BYTES,
                        count * Page.GRANULE_BYTES);
        overflowed = !taken;
    }
}
