package io.tidemark.tools.crash;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * Processes that run {@link CrashLife}, each in a JVM of its own. The classes are put into jars first and their loaded form is kept in an archive, since most
 * of a short life goes by with loading them.
 */
final class ChildProcess {
    private static final long MOST_SECONDS = 120;

    private final List<String> command = new ArrayList<>();

    private ChildProcess(String classPath) {
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args"));
        command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable"));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.addAll(List.of("-cp", classPath));
    }

    /** How a life ended. */
    enum End {
        /** By itself, in order. */
        DONE,
        /** At a place in the program. */
        HALTED,
        /** By the signal. */
        KILLED
    }

    /** Prepares the class path in a directory. */
    static ChildProcess in(Path directory) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                Path jar = directory.resolve("classes-" + jars.size() + ".jar");
                pack(path, jar);
                jars.add(jar.toString());
            } else if (Files.exists(path)) {
                jars.add(entry);
            }
        }
        return new ChildProcess(String.join(File.pathSeparator, jars));
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    /** Keeps the loaded form of the classes that a life uses which runs now to its end. */
    void archive(Path archive, Path home, CrashPlan plan) throws IOException, InterruptedException {
        Process process = start(List.of("-XX:ArchiveClassesAtExit=" + archive), home, plan, KillPoint.RANDOM, 1);
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError("the first life failed:\n" + Files.readString(home.resolve("log")));
        }
        if (Files.exists(archive)) {
            command.add(1, "-XX:SharedArchiveFile=" + archive);
        }
    }

    /** Runs a life that ends at a place, or in order when it does not come there. */
    End run(Path home, CrashPlan plan, KillPoint point, long countdown) throws IOException, InterruptedException {
        Process process = start(List.of(), home, plan, point, countdown);
        try {
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("a life did not end:\n" + Files.readString(home.resolve("log")));
            }
        } finally {
            process.destroyForcibly();
        }
        return end(process, home);
    }

    /** Runs a life that is killed some time after it began to work. */
    End runAndKill(Path home, CrashPlan plan, long afterMicros) throws IOException, InterruptedException {
        Process process = start(List.of(), home, plan, KillPoint.RANDOM, 1);
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            out.readLine();
            boolean ended = process.waitFor(afterMicros, TimeUnit.MICROSECONDS);
            process.destroyForcibly();
            process.waitFor();
            return ended ? end(process, home) : End.KILLED;
        }
    }

    private static End end(Process process, Path home) throws IOException {
        int code = process.exitValue();
        if (code != 0 && code != Trap.EXIT_CODE) {
            throw new AssertionError("a life ended with code " + code + ":\n" + Files.readString(home.resolve("log")));
        }
        return code == 0 ? End.DONE : End.HALTED;
    }

    private Process start(List<String> flags, Path home, CrashPlan plan, KillPoint point, long countdown)
            throws IOException {
        List<String> all = new ArrayList<>(command);
        all.addAll(1, flags);
        all.addAll(List.of(
                CrashLife.class.getName(), home.toString(), plan.text(), point.name(), Long.toString(countdown)));
        return new ProcessBuilder(all)
                .redirectError(Redirect.appendTo(home.resolve("log").toFile()))
                .start();
    }
}
