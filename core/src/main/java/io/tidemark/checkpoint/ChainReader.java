package io.tidemark.checkpoint;

import java.io.IOException;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;

/** Reads the files of a chain one after the other and tests every byte. One thread. */
final class ChainReader implements AutoCloseable {
    private final SequentialReader in;
    private final ExpandableDirectByteBuffer rest = new ExpandableDirectByteBuffer();
    private int restBytes;

    ChainReader(CheckpointFolder folder) {
        this.in = new SequentialReader(folder);
    }

    /** Reads a file to its end and hands on its parts. */
    FileHeader read(Manifest.StateFile file, PartHandler parts) throws IOException {
        switch (FileName.parse(file.name()).kind()) {
            case BASE -> {
                BaseReader base = new BaseReader(in, file);
                while (base.next(parts)) {}
                return base.header();
            }
            case DELTA -> {
                DeltaReader delta = new DeltaReader(in, file, rest);
                while (delta.next(parts)) {}
                restBytes = delta.restBytes();
                return delta.header();
            }
            default ->
                throw new DamagedFileException(file.name(), 0, "a manifest names it, and it is no delta and no base");
        }
    }

    /** Tests that files with these headers give the state of a manifest when they are applied in this order. */
    static void check(Manifest manifest, List<Manifest.StateFile> chain, List<FileHeader> headers) throws IOException {
        long last = 0;
        for (int i = 0; i < headers.size(); i++) {
            FileHeader header = headers.get(i);
            String name = chain.get(i).name();
            if (header.number() != FileName.parse(name).number() || header.number() <= last) {
                throw new DamagedFileException(name, 0, "its number is " + header.number());
            }
            if (header.complete() != (i == 0)) {
                throw new DamagedFileException(
                        name, 0, "it stands at another place in its chain than it was written for");
            }
            if (!header.format().equals(manifest.stateFormat())
                    || header.unitBytes() != headers.get(0).unitBytes()) {
                throw new DamagedFileException(name, 0, "it holds state in another format than its manifest says");
            }
            last = header.number();
        }
        if (last != manifest.number()) {
            throw new DamagedFileException(
                    FileName.manifest(manifest.number()), 0, "it names files that end at snapshot " + last);
        }
    }

    /** The rest in the delta read last, and {@link #restBytes} its length. */
    DirectBuffer rest() {
        return rest;
    }

    int restBytes() {
        return restBytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
