package io.tidemark.expr.eval;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/** Makes plain nodes: calls the one constructor of the class. Any thread. */
public final class ReflectiveNodeFactory implements NodeFactory {
    /** A factory; it keeps nothing. */
    public ReflectiveNodeFactory() {}

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the class has not exactly one constructor, or the arguments do not fit it
     */
    @Override
    public <T> T create(Class<? extends T> type, Object... arguments) {
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        if (constructors.length != 1) {
            throw new IllegalArgumentException(type.getName() + " needs exactly one constructor");
        }
        try {
            constructors[0].setAccessible(true);
            return type.cast(constructors[0].newInstance(arguments));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalArgumentException(type.getName() + " cannot be made", e.getCause());
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalArgumentException(type.getName() + " cannot be made", e);
        }
    }
}
