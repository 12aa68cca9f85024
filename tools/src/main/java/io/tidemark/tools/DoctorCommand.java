package io.tidemark.tools;

import io.tidemark.error.Problem;
import io.tidemark.tools.doctor.Examination;
import io.tidemark.tools.doctor.Finding;
import io.tidemark.tools.listing.Listing;
import io.tidemark.tools.query.ByteCount;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark doctor}: looks for what is wrong with journals and queries. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Looks at all journals and queries below some directories: locks and whether their owners run, damaged records and ends,"
                    + " files without an end mark, half-written files, damaged or missing checkpoints, missing journals, free space."
                    + " Every record and file is read to its end.",
            "Says for each finding what to do. Changes nothing without --fix."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is wrong, or everything that was could be fixed",
            "1:something is wrong",
            "2:the options make no sense",
            "3:there is no such directory, or a setting of the JVM is missing: it is named"
        },
        footer = {"", "Examples:", "  tidemark doctor journals data", "  tidemark doctor data/bars --fix"})
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories; everything below them is looked at.")
    private List<Path> roots;

    @Option(
            names = "--fix",
            description =
                    "Delete files that were left half-written and that nothing reads, where no process holds the directory.")
    private boolean fix;

    @Option(
            names = "--min-free",
            paramLabel = "BYTES",
            converter = ByteCount.class,
            defaultValue = "64m",
            description = "Free space that disks should have. Default: ${DEFAULT-VALUE}, as journals ask for it.")
    private long minFree;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Map<Path, Problem> problems = new LinkedHashMap<>();
        int looked = 0;
        int wrong = 0;
        for (Path root : roots) {
            for (Path directory : Listing.directories(root, problems)) {
                if (Examination.concerns(directory)) {
                    looked++;
                    wrong += examine(directory, out);
                }
            }
        }
        for (Problem problem : problems.values()) {
            wrong++;
            out.println("FOUND  " + problem.reason());
            out.println("       " + problem.wayOut());
        }
        out.println(looked + " journals and queries looked at, " + (wrong == 0 ? "nothing" : wrong) + " wrong");
        out.flush();
        return wrong == 0 ? ExitCode.OK : ExitCode.DATA;
    }

    private int examine(Path directory, PrintWriter out) throws IOException {
        Examination examination = new Examination(directory, minFree, fix);
        out.println(examination.what() + " " + directory);
        int wrong = 0;
        for (Finding finding : examination.run()) {
            out.println((finding.serious() ? "  FOUND  " : "  note   ") + finding.text());
            if (!finding.wayOut().isEmpty()) {
                out.println("         " + finding.wayOut());
            }
            wrong += finding.serious() ? 1 : 0;
        }
        return wrong;
    }
}
