package io.tidemark.benchmarks.plan;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The expression of {@link ExpressionBenchmark} as a tree of method handles, each node a combination of those below it. */
final class HandleTree {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private HandleTree() {}

    static MethodHandle expression() throws ReflectiveOperationException {
        MethodHandle left = compare(
                "gt",
                math(
                        "subtractExact",
                        math("addExact", column(0), math("multiplyExact", column(1), constant(3))),
                        column(2)),
                constant(100));
        MethodHandle right = compare(
                "lt",
                binary(LOOKUP.findStatic(HandleTree.class, "mod", type(long.class)), column(1), constant(7)),
                column(2));
        MethodHandle yes = MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, RowView.class);
        return MethodHandles.guardWithTest(left, right, yes);
    }

    static long mod(long left, long right) {
        return left % right;
    }

    static boolean gt(long left, long right) {
        return left > right;
    }

    static boolean lt(long left, long right) {
        return left < right;
    }

    static long get(long offset, RowView row) {
        return OffHeap.getLong(row.address() + offset);
    }

    private static MethodHandle column(int index) throws ReflectiveOperationException {
        MethodHandle get = LOOKUP.findStatic(
                HandleTree.class, "get", MethodType.methodType(long.class, long.class, RowView.class));
        return MethodHandles.insertArguments(get, 0, (long) LoopSource.SCHEMA.slotOffset(index));
    }

    private static MethodHandle constant(long value) {
        return MethodHandles.dropArguments(MethodHandles.constant(long.class, value), 0, RowView.class);
    }

    private static MethodHandle math(String name, MethodHandle left, MethodHandle right)
            throws ReflectiveOperationException {
        return binary(LOOKUP.findStatic(Math.class, name, type(long.class)), left, right);
    }

    private static MethodHandle compare(String name, MethodHandle left, MethodHandle right)
            throws ReflectiveOperationException {
        return binary(LOOKUP.findStatic(HandleTree.class, name, type(boolean.class)), left, right);
    }

    private static MethodType type(Class<?> result) {
        return MethodType.methodType(result, long.class, long.class);
    }

    private static MethodHandle binary(MethodHandle operation, MethodHandle left, MethodHandle right) {
        MethodHandle both = MethodHandles.filterArguments(operation, 0, left, right);
        return MethodHandles.permuteArguments(
                both, MethodType.methodType(both.type().returnType(), RowView.class), 0, 0);
    }
}
