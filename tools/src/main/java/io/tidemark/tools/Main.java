package io.tidemark.tools;

import io.tidemark.error.TidemarkException;
import io.tidemark.memory.JvmFlags;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;

/** Start of the command {@code tidemark}. */
public final class Main {
    private static final String PROPERTY = "-D";
    private static final int USAGE_WIDTH = 100;

    private Main() {}

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        System.exit(run(args, new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err)));
    }

    /**
     * Runs the command in this JVM.
     *
     * @param args arguments as on the command line
     * @param out takes results, in UTF-8
     * @param err takes messages, in UTF-8
     * @return exit code
     */
    public static int run(String[] args, OutputStream out, OutputStream err) {
        PrintWriter messages = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
        try {
            JvmFlags.check();
        } catch (TidemarkException e) {
            return ErrorText.print(e, false, messages);
        }
        setProperties();
        TidemarkCommand command = new TidemarkCommand(out);
        CommandLine line = new CommandLine(command)
                .setOut(new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true))
                .setErr(messages)
                .setUsageHelpWidth(USAGE_WIDTH)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedOptionsAllowed(false)
                .setParameterExceptionHandler((failure, arguments) -> ErrorText.print(failure, messages))
                .setExecutionExceptionHandler(
                        (failure, source, parsed) -> ErrorText.print(failure, command.stackTrace(), messages));
        return line.execute(args);
    }

    /** The properties of bin/jvm.args, for a start by java -jar alone. */
    private static void setProperties() {
        for (String flag : JvmFlags.all()) {
            int equals = flag.indexOf('=');
            if (flag.startsWith(PROPERTY) && equals > 0) {
                String name = flag.substring(PROPERTY.length(), equals);
                if (System.getProperty(name) == null) {
                    System.setProperty(name, flag.substring(equals + 1));
                }
            }
        }
    }
}
