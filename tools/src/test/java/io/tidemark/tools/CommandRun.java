package io.tidemark.tools;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * One run of the command in this JVM.
 *
 * @param exitCode exit code
 * @param out standard output
 * @param err standard error
 */
record CommandRun(int exitCode, String out, String err) {
    static CommandRun of(Object... args) {
        String[] words = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            words[i] = args[i].toString();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Main.run(words, out, err);
        return new CommandRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
