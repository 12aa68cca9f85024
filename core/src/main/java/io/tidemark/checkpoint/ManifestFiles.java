package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Manifests as files: written under another name, forced, and renamed. */
final class ManifestFiles {
    private static final long MOST_BYTES = 256 << 20;

    private final CheckpointFolder folder;

    ManifestFiles(CheckpointFolder folder) {
        this.folder = folder;
    }

    /** Writes and publishes a manifest: with the rename the checkpoint exists, and on return it survives a stop of the machine. */
    void publish(Manifest manifest) throws IOException {
        Path unpublished = folder.path(FileName.unpublished(manifest.number()));
        try (FileChannel channel = folder.create(unpublished)) {
            folder.write(channel, unpublished, ByteBuffer.wrap(ManifestJson.encode(manifest)), 0);
            folder.force(channel, unpublished);
        }
        folder.rename(unpublished, folder.path(FileName.manifest(manifest.number())));
        folder.forceDirectory();
    }

    /** Removes what a failed attempt to publish left, the manifest before the files that it names. */
    void takeBack(long number) throws IOException {
        for (String name :
                new String[] {FileName.manifest(number), FileName.unpublished(number), FileName.delta(number)}) {
            if (Files.exists(folder.path(name))) {
                folder.delete(folder.path(name));
            }
        }
    }

    /** Reads the manifest with a number. */
    Manifest read(long number) throws IOException {
        String name = FileName.manifest(number);
        Path path = folder.path(name);
        try (FileChannel channel = folder.open(path)) {
            if (channel.size() > MOST_BYTES) {
                throw new DamagedFileException(name, MOST_BYTES, "it is longer than a manifest can be");
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
            folder.read(channel, path, bytes, 0);
            Manifest manifest = ManifestJson.decode(name, bytes.array());
            if (manifest.number() != number) {
                throw new DamagedFileException(name, 0, "it is the manifest of checkpoint " + manifest.number());
            }
            return manifest;
        }
    }

    /** What is wrong with a file, as a sentence. */
    static String sentence(String name, IOException e) {
        return e instanceof DamagedFileException ? e.getMessage() : name + " cannot be read: " + e;
    }
}
