package io.tidemark.state.heap;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.state.TableSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An image of a whole backend as bytes, and back. */
final class HeapImageBytes {
    private HeapImageBytes() {}

    static byte[] write(HeapImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(image.units().size());
            for (Map.Entry<HeapShape, HeapUnitImage> unit : image.units().entrySet()) {
                writeShape(out, unit.getKey());
                writeUnit(out, unit.getValue());
            }
            out.writeInt(image.scalars().size());
            for (Map.Entry<String, Long> scalar : image.scalars().entrySet()) {
                out.writeUTF(scalar.getKey());
                out.writeLong(scalar.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("An array has no room for more bytes.", e);
        }
        return bytes.toByteArray();
    }

    private static void writeShape(DataOutputStream out, HeapShape shape) throws IOException {
        out.writeUTF(shape.kind());
        out.writeUTF(shape.spec().owner());
        out.writeUTF(shape.spec().name());
        out.writeInt(shape.spec().valueBytes());
        out.writeInt(shape.spec().keyBytes());
    }

    private static void writeUnit(DataOutputStream out, HeapUnitImage unit) throws IOException {
        if (unit instanceof HeapTableImage table) {
            out.writeInt(table.panes().size());
            for (HeapPaneImage pane : table.panes()) {
                writePane(out, pane);
            }
        } else if (unit instanceof HeapEntriesImage entries) {
            out.writeLong(entries.lastReference());
            writeBlocks(out, entries.entries());
            writeBlocks(out, entries.blocks());
        } else if (unit instanceof HeapLogImage log) {
            out.writeLong(log.lastReference());
            writeBlocks(out, log.rows());
        } else if (unit instanceof HeapTimesImage times) {
            out.writeLong(times.inserted());
            out.writeInt(times.records().size());
            for (Map.Entry<HeapTimes.Due, Long> due : times.records().entrySet()) {
                out.writeLong(due.getKey().dueNs());
                out.writeLong(due.getKey().order());
                out.writeLong(due.getValue());
            }
        }
    }

    private static void writePane(DataOutputStream out, HeapPaneImage pane) throws IOException {
        out.writeLong(pane.id());
        out.writeLong(pane.rowCount());
        out.writeBoolean(pane.sealed());
        out.writeBoolean(pane.freeing());
        out.writeInt(pane.causeSource());
        out.writeLong(pane.causePosition());
        out.writeLong(pane.causeIngestTimeNs());
        writeList(out, pane.rows());
        writeList(out, pane.texts());
    }

    private static void writeList(DataOutputStream out, List<byte[]> blocks) throws IOException {
        out.writeInt(blocks.size());
        for (byte[] block : blocks) {
            writeBlock(out, block);
        }
    }

    private static void writeBlocks(DataOutputStream out, Map<Long, byte[]> blocks) throws IOException {
        out.writeInt(blocks.size());
        for (Map.Entry<Long, byte[]> block : blocks.entrySet()) {
            out.writeLong(block.getKey());
            writeBlock(out, block.getValue());
        }
    }

    private static void writeBlock(DataOutputStream out, byte[] block) throws IOException {
        out.writeInt(block.length);
        out.write(block);
    }

    /** Reads an image back. */
    static HeapImage read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Map<HeapShape, HeapUnitImage> units = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                HeapShape shape = readShape(in);
                units.put(shape, readUnit(in, shape));
            }
            Map<String, Long> scalars = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                scalars.put(in.readUTF(), in.readLong());
            }
            return new HeapImage(units, scalars);
        } catch (IOException e) {
            throw corrupt("A snapshot of " + bytes.length + " bytes ends before what it should hold.", e);
        }
    }

    private static HeapShape readShape(DataInputStream in) throws IOException {
        return new HeapShape(in.readUTF(), new TableSpec(in.readUTF(), in.readUTF(), in.readInt(), in.readInt()));
    }

    private static HeapUnitImage readUnit(DataInputStream in, HeapShape shape) throws IOException {
        return switch (shape.kind()) {
            case "table" -> new HeapTableImage(shape.spec(), readPanes(in));
            case "entries" -> new HeapEntriesImage(shape.spec(), in.readLong(), readBlocks(in), readBlocks(in));
            case "log" -> new HeapLogImage(shape.spec(), in.readLong(), readBlocks(in));
            case "times" -> new HeapTimesImage(in.readLong(), readRecords(in));
            default -> throw corrupt("A snapshot holds state of the unknown kind '" + shape.kind() + "'.", null);
        };
    }

    private static List<HeapPaneImage> readPanes(DataInputStream in) throws IOException {
        List<HeapPaneImage> panes = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            panes.add(new HeapPaneImage(
                    in.readLong(),
                    in.readLong(),
                    in.readBoolean(),
                    in.readBoolean(),
                    in.readInt(),
                    in.readLong(),
                    in.readLong(),
                    readList(in),
                    readList(in)));
        }
        return panes;
    }

    private static List<byte[]> readList(DataInputStream in) throws IOException {
        List<byte[]> blocks = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            blocks.add(readBlock(in));
        }
        return blocks;
    }

    private static Map<Long, byte[]> readBlocks(DataInputStream in) throws IOException {
        Map<Long, byte[]> blocks = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            blocks.put(in.readLong(), readBlock(in));
        }
        return blocks;
    }

    private static byte[] readBlock(DataInputStream in) throws IOException {
        byte[] block = new byte[in.readInt()];
        in.readFully(block);
        return block;
    }

    private static Map<HeapTimes.Due, Long> readRecords(DataInputStream in) throws IOException {
        Map<HeapTimes.Due, Long> records = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            records.put(new HeapTimes.Due(in.readLong(), in.readLong()), in.readLong());
        }
        return records;
    }

    static TidemarkException corrupt(String reason, Throwable cause) {
        return new TidemarkException(
                ErrorCode.STATE_CORRUPT,
                reason,
                "Restart from the checkpoint before, and report this as a defect.",
                cause);
    }
}
