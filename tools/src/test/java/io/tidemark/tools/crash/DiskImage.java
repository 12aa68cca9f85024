package io.tidemark.tools.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files under a directory as pages of 4 KiB, in memory. Pages of zeroes are holes.
 *
 * <p>Of two images of one directory, an earlier one of which all is on disk and a later one, a third is made: what a stop of the machine may leave. A page that
 * changed between the two may be there or not, each on its own; one that is not there has the bytes of before, which are zeroes behind the end of what was
 * there. So what was on disk is never lost, and everything after it may be.
 */
final class DiskImage {
    static final int PAGE = 4096;

    private final Map<Path, Content> files = new TreeMap<>();

    /** One file: its length and the pages that hold something. */
    private record Content(long bytes, Map<Integer, byte[]> pages) {}

    /** Which of the changed pages of a file are lost. */
    enum Loss {
        /** None. */
        NOTHING,
        /** All. */
        EVERYTHING,
        /** Those after one of them. */
        TAIL,
        /** One. */
        HOLE,
        /** Each with an even chance. */
        RANDOM
    }

    /** What the files hold now. Files come and go meanwhile, in the background: then it looks again. */
    static DiskImage of(Path root) throws IOException {
        while (true) {
            try {
                return tryOf(root);
            } catch (NoSuchFileException e) {
                Thread.onSpinWait();
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException)) {
                    throw e;
                }
            }
        }
    }

    private static DiskImage tryOf(Path root) throws IOException {
        DiskImage image = new DiskImage();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                image.files.put(root.relativize(file), read(file));
            }
        }
        return image;
    }

    /** The same with the files under one name as they are in another image. */
    DiskImage with(String name, DiskImage other) {
        DiskImage mixed = new DiskImage();
        files.forEach((path, content) -> {
            if (!path.getName(0).toString().equals(name)) {
                mixed.files.put(path, content);
            }
        });
        other.files.forEach((path, content) -> {
            if (path.getName(0).toString().equals(name)) {
                mixed.files.put(path, content);
            }
        });
        return mixed;
    }

    private static Content read(Path file) throws IOException {
        Map<Integer, byte[]> pages = new TreeMap<>();
        byte[] zeroes = new byte[PAGE];
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = in.size();
            ByteBuffer chunk = ByteBuffer.allocate(64 * PAGE);
            for (long at = 0; at < size; at += chunk.capacity()) {
                Arrays.fill(chunk.clear().array(), (byte) 0);
                while (chunk.hasRemaining() && in.read(chunk, at + chunk.position()) > 0) {
                    continue;
                }
                for (int from = 0; from < chunk.capacity(); from += PAGE) {
                    byte[] page = Arrays.copyOfRange(chunk.array(), from, from + PAGE);
                    if (!Arrays.equals(page, zeroes)) {
                        pages.put((int) ((at + from) / PAGE), page);
                    }
                }
            }
            return new Content(size, pages);
        }
    }

    /**
     * What a stop of the machine may leave of a later image.
     *
     * @param losses what is lost, by the first name of the path of a file
     */
    DiskImage afterLoss(DiskImage later, Map<String, Loss> losses, Random random) {
        DiskImage left = new DiskImage();
        Set<Path> paths = new TreeSet<>(files.keySet());
        paths.addAll(later.files.keySet());
        for (Path path : paths) {
            Loss loss = losses.getOrDefault(path.getName(0).toString(), Loss.NOTHING);
            Content content = afterLoss(files.get(path), later.files.get(path), loss, random);
            if (content != null) {
                left.files.put(path, content);
            }
        }
        return left;
    }

    private static Content afterLoss(Content before, Content after, Loss loss, Random random) {
        if (loss == Loss.NOTHING || after == null) {
            return after != null || loss == Loss.NOTHING || random.nextBoolean() ? after : before;
        }
        if (before == null && (loss == Loss.EVERYTHING || random.nextInt(4) == 0)) {
            return random.nextBoolean() ? null : new Content(random.nextBoolean() ? 0 : after.bytes, Map.of());
        }
        Content base = before == null ? new Content(0, Map.of()) : before;
        List<Integer> changed = changedPages(base, after);
        Map<Integer, byte[]> pages = new TreeMap<>(base.pages);
        int one = changed.isEmpty() ? 0 : random.nextInt(changed.size());
        long end = base.bytes;
        for (int i = 0; i < changed.size(); i++) {
            boolean there = switch (loss) {
                case TAIL -> i < one;
                case HOLE -> i != one;
                case RANDOM -> random.nextBoolean();
                default -> false;
            };
            if (there) {
                byte[] page = after.pages.get(changed.get(i));
                if (page == null) {
                    pages.remove(changed.get(i));
                } else {
                    pages.put(changed.get(i), page);
                }
                end = Math.max(end, Math.min(after.bytes, (changed.get(i) + 1L) * PAGE));
            }
        }
        return new Content(random.nextBoolean() ? end : Math.max(end, after.bytes), pages);
    }

    private static List<Integer> changedPages(Content before, Content after) {
        Set<Integer> all = new TreeSet<>(before.pages.keySet());
        all.addAll(after.pages.keySet());
        List<Integer> changed = new ArrayList<>();
        for (int page : all) {
            if (!Arrays.equals(before.pages.get(page), after.pages.get(page))) {
                changed.add(page);
            }
        }
        return changed;
    }

    /** Puts the files in the place of all that is under a directory: at the same paths, by which a query may know its journals. */
    void replace(Path root) throws IOException {
        delete(root);
        for (Map.Entry<Path, Content> file : files.entrySet()) {
            Path path = root.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Content content = file.getValue();
            try (FileChannel out = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (Map.Entry<Integer, byte[]> page : content.pages.entrySet()) {
                    long at = (long) page.getKey() * PAGE;
                    int bytes = (int) Math.min(PAGE, content.bytes - at);
                    if (bytes > 0) {
                        out.write(ByteBuffer.wrap(page.getValue(), 0, bytes), at);
                    }
                }
                if (out.size() < content.bytes) {
                    out.write(ByteBuffer.allocate(1), content.bytes - 1);
                }
            }
        }
    }

    /** Deletes a directory and all that is under it. */
    static void delete(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
