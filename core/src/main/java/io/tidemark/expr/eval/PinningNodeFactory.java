package io.tidemark.expr.eval;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives every node a class of its own: a hidden clone of the class that is asked for. The JIT compiler trusts the final fields of hidden classes and
 * of records, so that a chain of nodes which begins at a static constant becomes one straight piece of code, however many other queries
 * share its node classes. Records are made as they are, for they are trusted already and cannot be cloned.
 *
 * <p>Used while a query is opened, on one thread. Clones are unloaded with the query.
 */
public final class PinningNodeFactory implements NodeFactory {
    private final ReflectiveNodeFactory plain = new ReflectiveNodeFactory();
    private final Map<Class<?>, byte[]> classFiles = new HashMap<>();

    /** A factory for one query. */
    public PinningNodeFactory() {}

    @Override
    @SuppressWarnings("unchecked")
    public <T> T create(Class<? extends T> type, Object... arguments) {
        if (type.isRecord()) {
            return plain.create(type, arguments);
        }
        try {
            Class<?> clone = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .defineHiddenClass(classFiles.computeIfAbsent(type, PinningNodeFactory::classFile), true)
                    .lookupClass();
            Constructor<?> constructor = clone.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return (T) constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException("a node of " + type.getName() + " cannot be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a node of " + type.getName() + " cannot be made", e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T cut(Class<? extends T> type, T node) {
        try {
            Class<?> clone = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .defineHiddenClassWithClassData(
                            classFiles.computeIfAbsent(type, PinningNodeFactory::classFile), node, true)
                    .lookupClass();
            Constructor<?> constructor = clone.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return (T) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a cut by " + type.getName() + " cannot be made", e);
        }
    }

    private static byte[] classFile(Class<?> type) {
        String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        try (InputStream bytes = type.getResourceAsStream(file)) {
            if (bytes == null) {
                throw new IllegalStateException("the class file of " + type.getName() + " cannot be found");
            }
            return bytes.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + type.getName() + " cannot be read", e);
        }
    }
}
