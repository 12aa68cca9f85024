package io.tidemark.benchmarks.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What figures were measured on: processor, JDK, flags, load, date and commit. */
final class Machine {
    private Machine() {}

    /** Names and values, as of now. */
    static Map<String, Object> describe() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("commit", commit());
        facts.put("jdk", Runtime.version().toString());
        facts.put("jvmFlags", List.copyOf(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        facts.put("processor", processor());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("load", load());
        return facts;
    }

    /** Load average over the last minute; negative where the system has none. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String processor() {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(info)) {
            return System.getProperty("os.arch");
        }
        try (var lines = Files.lines(info)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .redirectErrorStream(true)
                    .start();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return git.waitFor(5, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : "unknown";
        } catch (IOException e) {
            return "unknown (" + e.getMessage() + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
