package io.tidemark.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The order of the packages: each may use itself and those above it in {@link #ORDER}.
 *
 * <p>Packages below {@code operator} are families. A family uses the contract and all that is above it, never another family;
 * and only {@link #KNOW_FAMILIES} may know a family.
 */
final class PackageOrder {
    static final String FAMILY = "operator.*";
    static final String ROOT = "";

    private static final List<String> ORDER = List.of(
            "error",
            "memory",
            "calendar",
            "row",
            "expr",
            "expr.eval",
            "expr.text",
            "function",
            "time",
            "state",
            "state.heap",
            "operator",
            "accumulator",
            FAMILY,
            "plan",
            "journal",
            "checkpoint",
            "metrics.topkeys",
            "metrics.lateness",
            "metrics",
            "metrics.diagnosis",
            "engine",
            ROOT,
            "pipeline",
            "testkit");
    private static final Set<String> KNOW_FAMILIES = Set.of(ROOT, "pipeline", "testkit");

    private final String base;

    /** An order of the packages below {@code base}. */
    PackageOrder(String base) {
        this.base = base;
    }

    /** One line per pair of packages that breaks the order, with an example; empty when there is none. */
    Collection<String> violations(JavaClasses classes) {
        Set<String> violations = new TreeSet<>();
        for (JavaClass user : classes) {
            String from = relative(user.getPackageName());
            if (rank(from) < 0) {
                violations.add(from + " has no place in the order");
            }
            for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                JavaClass used = dependency.getTargetClass().getBaseComponentType();
                if (!isBelowBase(used.getPackageName())) {
                    continue;
                }
                String to = relative(used.getPackageName());
                if (!mayUse(from, to)) {
                    violations.add(name(from) + " uses " + name(to));
                }
            }
        }
        return violations;
    }

    private static boolean mayUse(String from, String to) {
        if (from.equals(to)) {
            return true;
        }
        if (isFamily(to) && !KNOW_FAMILIES.contains(from)) {
            return false;
        }
        return rank(to) < rank(from);
    }

    private static boolean isFamily(String name) {
        return name.startsWith("operator.");
    }

    private static int rank(String name) {
        return ORDER.indexOf(isFamily(name) ? FAMILY : name);
    }

    private static String name(String relative) {
        return relative.isEmpty() ? "the root package" : relative;
    }

    private boolean isBelowBase(String packageName) {
        return packageName.equals(base) || packageName.startsWith(base + ".");
    }

    private String relative(String packageName) {
        return packageName.equals(base) ? ROOT : packageName.substring(base.length() + 1);
    }
}
