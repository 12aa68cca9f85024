package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a lock file says of its last holder.
 *
 * @param pid process id, or -1 where the file does not say
 * @param bootId id of the run of the operating system, or empty where it cannot be read
 * @param clean whether the holder closed everything before it released the lock
 * @param suspect whether the machine may have stopped under an earlier holder and nobody has looked since at what it wrote last
 */
record LockRecord(long pid, String bootId, boolean clean, boolean suspect) {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int MOST_BYTES = 4096;

    /** The record of this process. */
    static LockRecord ofThisProcess(boolean clean, boolean suspect) {
        return new LockRecord(ProcessHandle.current().pid(), currentBootId(), clean, suspect);
    }

    /** Id of the current run of the operating system, or empty where it has none. */
    static String currentBootId() {
        try {
            return Files.isReadable(BOOT_ID) ? Files.readString(BOOT_ID).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether the machine may have stopped under the holder, or under one before it. */
    boolean machineMayHaveStopped() {
        String boot = currentBootId();
        return pid >= 0 && !clean && (suspect || boot.isEmpty() || !boot.equals(bootId));
    }

    /** Reads a lock file; a text of another form gives a record that knows nothing. */
    static LockRecord read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        int length = 0;
        for (int read = 0; read >= 0 && bytes.hasRemaining(); length += Math.max(read, 0)) {
            read = channel.read(bytes, length);
        }
        Map<String, String> values = new HashMap<>();
        for (String line : new String(bytes.array(), 0, length, StandardCharsets.UTF_8).split("\n")) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1).strip());
            }
        }
        String pid = values.getOrDefault("pid", "");
        return new LockRecord(
                pid.matches("\\d{1,18}") ? Long.parseLong(pid) : -1,
                values.getOrDefault("boot", ""),
                "true".equals(values.get("clean")),
                "true".equals(values.get("suspect")));
    }

    /** Writes the record over what the file holds and forces it. A file that takes no more on a full disk keeps what it said. */
    void write(FileChannel channel) throws IOException {
        String text = "format=1\npid=" + pid + "\nboot=" + bootId + "\nclean=" + clean + "\n"
                + (suspect ? "suspect=true\n" : "");
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        for (int at = 0; bytes.hasRemaining(); ) {
            at += channel.write(bytes, at);
        }
        channel.truncate(bytes.limit());
        channel.force(true);
    }
}
