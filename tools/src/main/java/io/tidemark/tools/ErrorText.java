package io.tidemark.tools;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a failed command says: one or two lines for each problem, and the exit code. */
final class ErrorText {
    private ErrorText() {}

    /** Prints the failure and returns the exit code that belongs to it. */
    static int print(Throwable failure, boolean stackTrace, PrintWriter err) {
        int exitCode = ExitCode.INTERNAL;
        if (failure instanceof TidemarkException refused) {
            for (Problem problem : refused.problems()) {
                print(problem, err);
            }
            exitCode = ExitCode.of(refused.code().category());
        } else if (failure instanceof IOException || failure instanceof UncheckedIOException) {
            Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
            print(Problem.of(ErrorCode.IO_FAILED, cause.getMessage() + ".", "See that the file can be used."), err);
            exitCode = ExitCode.of(ErrorCode.IO_FAILED.category());
        } else {
            err.println("tidemark: unexpected " + failure);
            err.println("  This is an error in Tidemark. Please report it with the output of --stacktrace.");
        }
        if (stackTrace) {
            failure.printStackTrace(err);
        }
        err.flush();
        return exitCode;
    }

    /** Prints what is wrong with the arguments, and where they are explained. */
    static int print(ParameterException failure, PrintWriter err) {
        err.println("tidemark: " + failure.getMessage());
        if (failure instanceof UnmatchedArgumentException unmatched) {
            List<String> similar = unmatched.getSuggestions();
            if (!similar.isEmpty()) {
                err.println("  Similar: " + String.join(", ", similar));
            }
        }
        err.println("  See: " + failure.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.USAGE;
    }

    /** Prints a problem. */
    static void print(Problem problem, PrintWriter err) {
        StringBuilder line = new StringBuilder("tidemark: ").append(problem.code());
        if (!problem.operator().isEmpty()) {
            line.append(" in ").append(problem.operator());
        }
        if (!problem.column().isEmpty()) {
            line.append(", '").append(problem.column()).append('\'');
        }
        err.println(line.append(": ").append(problem.reason()));
        if (!problem.wayOut().isEmpty()) {
            err.println("  " + problem.wayOut());
        }
    }
}
