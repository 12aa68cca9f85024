package io.tidemark.memory;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks that this JVM was started with the flags that native memory, Chronicle Queue and Chronicle Map need.
 *
 * <p>The flags stand in one file, {@code bin/jvm.args}, which is also a resource beside this class. Only packages that must be
 * open or exported are tested, and the modules that hold them; flags that merely silence warnings are not. Nothing here loads
 * Agrona or Chronicle, so the check can run before their classes fail. Safe from any thread.
 */
public final class JvmFlags {
    private static final String RESOURCE = "jvm.args";
    private static final String OPENS = "--add-opens=";
    private static final String EXPORTS = "--add-exports=";
    /** Home of sun.misc.Unsafe, which Chronicle uses without a flag. */
    private static final String UNSAFE_MODULE = "jdk.unsupported";

    /** Whether a check has passed; it then always does. */
    private static volatile boolean complete;

    private JvmFlags() {}

    /**
     * Returns when nothing is missing. Call it before the first class that touches native memory is loaded. Costs one field read once
     * it has passed.
     *
     * @throws TidemarkException {@code JVM_FLAG_MISSING} naming the modules and flags that are missing, and no others
     */
    public static void check() {
        if (!complete) {
            checkNow();
            complete = true;
        }
    }

    private static void checkNow() {
        Missing missing = missing(all(), JvmFlags.class.getModule());
        if (!missing.modules.isEmpty()) {
            throw new TidemarkException(
                    ErrorCode.JVM_FLAG_MISSING,
                    "This Java run time lacks " + words("module", missing.modules) + ".",
                    "Start with the java of a full JDK, 17 or newer, without --limit-modules; an image made by jlink needs"
                            + " --add-modules " + String.join(",", missing.modules) + ".");
        }
        if (!missing.flags.isEmpty()) {
            throw new TidemarkException(
                    ErrorCode.JVM_FLAG_MISSING,
                    "Java was started without " + words("flag", missing.flags) + ".",
                    "Start it as 'java @bin/jvm.args ...' with the file of that name from the distribution, which is also in"
                            + " the jar of tidemark-core as io/tidemark/memory/jvm.args, or add "
                            + (missing.flags.size() == 1 ? "this flag" : "these flags")
                            + " to the command, and keep Tidemark on the class path.");
        }
    }

    /** All flags of the file in its order, those included that are not needed to run. */
    public static List<String> all() {
        try (InputStream in = JvmFlags.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks its resource io/tidemark/memory/" + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Missing missing(List<String> flags, Module user) {
        Missing missing = new Missing(new ArrayList<>(), new ArrayList<>());
        if (ModuleLayer.boot().findModule(UNSAFE_MODULE).isEmpty()) {
            missing.modules.add(UNSAFE_MODULE);
        }
        for (String flag : flags) {
            boolean opens = flag.startsWith(OPENS);
            if (!opens && !flag.startsWith(EXPORTS)) {
                continue;
            }
            String target = flag.substring(flag.indexOf('=') + 1, flag.lastIndexOf('='));
            String moduleName = target.substring(0, target.indexOf('/'));
            String packageName = target.substring(target.indexOf('/') + 1);
            Optional<Module> module = ModuleLayer.boot().findModule(moduleName);
            if (module.isEmpty()) {
                if (!missing.modules.contains(moduleName)) {
                    missing.modules.add(moduleName);
                }
            } else if (opens
                    ? !module.get().isOpen(packageName, user)
                    : !module.get().isExported(packageName, user)) {
                missing.flags.add(flag);
            }
        }
        return missing;
    }

    private static String words(String noun, List<String> names) {
        return "the " + noun + (names.size() == 1 ? " " : "s ") + String.join(" ", names);
    }

    private record Missing(List<String> modules, List<String> flags) {}
}
