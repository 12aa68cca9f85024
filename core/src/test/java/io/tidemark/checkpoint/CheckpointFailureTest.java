package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFailureTest {
    private static final int SNAPSHOTS = 4;

    @TempDir
    Path temp;

    /** Fails calls from one number to another. */
    private static final class Failing implements FileHook {
        final Set<FileCall> failed = EnumSet.noneOf(FileCall.class);
        int first;
        int end;
        int calls;

        @Override
        public void before(FileCall call, Path file) throws IOException {
            calls++;
            if (calls >= first && calls < end) {
                failed.add(call);
                throw new IOException("planned failure of call " + calls + ", " + call + " of " + file.getFileName());
            }
        }
    }

    @Test
    void shouldSucceedWithTheNextSnapshotWhenAnyOneCallFails() {
        Set<FileHook.FileCall> failed = EnumSet.noneOf(FileHook.FileCall.class);
        int n = 0;
        int unpublished = 0;
        boolean reached = true;
        for (n = 1; reached; n++) {
            Failing hook = new Failing();
            hook.first = n;
            hook.end = n + 1;
            unpublished += run(temp.resolve("n-" + n), hook);
            reached = hook.calls >= n;
            failed.addAll(hook.failed);
        }
        System.out.println("calls " + n + ", snapshots that failed " + unpublished);
        assertEquals(EnumSet.allOf(FileHook.FileCall.class), failed);
        assertTrue(unpublished > 50, "failed: " + unpublished);
    }

    @Test
    void shouldSucceedWhenCallsWorkAgainAfterManyFailed() {
        for (int n = 10; n < 100; n += 9) {
            Failing hook = new Failing();
            hook.first = n;
            hook.end = n + 40;
            run(temp.resolve("n-" + n), hook);
        }
    }

    /** A few snapshots with merges; after each one that is published everything can be loaded. */
    private static int run(Path directory, Failing hook) {
        CheckpointRig rig = open(directory, hook);
        int failed = 0;
        for (int i = 0; i < SNAPSHOTS || failed > 0 && rig.writer.failure() != null; i++) {
            rig.change();
            if (rig.snapshot() == CheckpointWriter.Outcome.PUBLISHED) {
                assertEquals(null, rig.writer.failure());
                rig.idle();
                // The hook may fail a deletion, never what was published.
                assertEquals(
                        rig.writer.publishedNumber(),
                        rig.reload(directory).manifest().number());
            } else {
                failed++;
                assertTrue(rig.writer.failure().getMessage().contains("planned failure"));
            }
        }
        hook.end = 0;
        rig.change();
        assertEquals(CheckpointWriter.Outcome.PUBLISHED, rig.snapshot());
        rig.idle();
        rig.close();
        assertEquals(
                rig.writer.publishedNumber(), rig.reload(directory).manifest().number());
        assertEquals(2, CheckpointStore.openReadOnly(directory).manifests().size());
        assertEquals(List.of(), CheckpointStore.openReadOnly(directory).faults());
        return failed;
    }

    private static CheckpointRig open(Path directory, Failing hook) {
        CheckpointRig rig = new CheckpointRig(directory, hook, 17);
        rig.settings = CheckpointRig.SETTINGS.withMerges(1 << 20, 1);
        while (true) {
            try {
                return rig.open();
            } catch (TidemarkException e) {
                assertEquals(ErrorCode.IO_FAILED, e.code());
                assertFalse(hook.failed.isEmpty());
            }
        }
    }
}
