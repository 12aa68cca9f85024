package io.tidemark.tools.crash;

import io.tidemark.QueryInvoker;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.offheap.ChronicleState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One life of a query in a process of its own: goes on where the life before was ended, and ends in order when all input has been worked off. */
final class CrashLife {
    static final long STATE_BYTES = 16L << 20;

    private static final int ROWS_AT_ONCE = 20;

    private final CrashPlan plan;
    private final LifeStatus status;
    private final Trap trap;
    private final TrialHome home;

    private CrashLife(Path directory, CrashPlan plan, LifeStatus status, Trap trap) {
        this.plan = plan;
        this.status = status;
        this.trap = trap;
        this.home = new TrialHome(directory, plan, status, trap);
    }

    /** Takes a directory, the plan, and the place and count of the kill. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        LifeStatus status = LifeStatus.in(directory);
        status.phase(LifeStatus.Phase.STARTING);
        Trap trap = new Trap(KillPoint.valueOf(args[2]), Long.parseLong(args[3]));
        System.out.println("ready");
        new CrashLife(directory, CrashPlan.parse(args[1]), status, trap).run(directory);
        status.phase(LifeStatus.Phase.DONE);
    }

    private void run(Path directory) {
        status.phase(LifeStatus.Phase.OPENING);
        List<ChronicleJournal> inputs = home.openInputs(directory);
        try (TrialHome opened = home;
                InputFeed feed = plan.fed() ? new InputFeed(plan, inputs, trap) : null;
                QueryInvoker query = opened.crashing(
                                inputs, ChronicleState.withLimit(STATE_BYTES), opened.checkpoints())
                        .invoker()) {
            opened.files().opened();
            status.phase(LifeStatus.Phase.RECOVERING);
            workOff(query, feed);
            status.phase(LifeStatus.Phase.CLOSING);
        }
    }

    private void workOff(QueryInvoker query, InputFeed feed) {
        int turns = 0;
        int done;
        do {
            done = feed == null ? 0 : feed.append(ROWS_AT_ONCE, plan.held());
            done += query.invoke();
            if (status.phase() == LifeStatus.Phase.RECOVERING) {
                status.recovery(query.recovery());
                if (!query.recovery().complete()) {
                    trap.reach(KillPoint.RECOVERY_CYCLE);
                }
            }
            trap.reach(KillPoint.CYCLE);
            if (plan.syncEvery() > 0 && ++turns % plan.syncEvery() == 0) {
                query.checkpoint();
            }
        } while (done > 0);
    }
}
