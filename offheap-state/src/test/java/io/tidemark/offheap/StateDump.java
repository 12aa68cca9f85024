package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** An image as text: everything in it but bytes of slots that mean nothing. */
final class StateDump {
    private static final HexFormat HEX = HexFormat.of();

    private StateDump() {}

    static List<String> of(StateImage image) {
        StateCopy copy = (StateCopy) image;
        List<String> lines = new ArrayList<>();
        lines.add(copy.shapes() + " " + copy.scalars() + " " + Arrays.toString(copy.values()));
        for (UnitCopy unit : copy.units()) {
            if (unit instanceof TableCopy table) {
                table.panes().forEach(pane -> addPane(lines, pane));
            } else if (unit instanceof EntriesCopy entries) {
                lines.add("entries " + entries.entryCount());
                addSlots(lines, entries.entries());
                lines.add("blocks");
                addSlots(lines, entries.blocks());
            } else {
                lines.add("times");
                addSlots(lines, ((TimesCopy) unit).nodes());
            }
        }
        return lines;
    }

    private static void addPane(List<String> lines, PaneCopy pane) {
        lines.add("pane " + pane.id() + " " + pane.rowCount() + " " + pane.sealed() + " " + pane.freeing() + " "
                + pane.causeSource() + " " + pane.causePosition() + " " + pane.causeIngestTimeNs());
        pane.rows().forEach(page -> lines.add("rows " + page.number() + " " + HEX.formatHex(page.bytes())));
        pane.texts().forEach(page -> lines.add("texts " + page.number() + " " + HEX.formatHex(page.bytes())));
    }

    private static void addSlots(List<String> lines, List<SlotPageCopy> pages) {
        for (SlotPageCopy page : pages) {
            lines.add("slots " + page.number() + " " + page.generation() + " " + page.sizeClass() + " "
                    + page.liveCount() + " " + page.free());
            int slotBytes = SizeClass.slotBytes(page.sizeClass());
            long bytes = OffHeap.allocate(page.bytes().length + 8);
            OffHeap.copyIn(page.bytes(), 0, bytes, page.bytes().length);
            for (int at = 0; at < page.bytes().length; at += slotBytes) {
                long body = bytes + at + SlotPage.SLOT_HEADER;
                // A free slot leads to the next one.
                int length = SlotPage.isLive(body) ? SlotPage.bodyBytes(body) : Integer.BYTES;
                lines.add(HEX.formatHex(page.bytes(), at, at + SlotPage.SLOT_HEADER + length));
            }
            OffHeap.free(bytes);
        }
    }
}
