package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.expr.Expression;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeFactoryTest {
    /** Remembers what it made. */
    private static final class Recording implements NodeFactory {
        private final NodeFactory factory = new ReflectiveNodeFactory();
        private final Set<Object> made = Collections.newSetFromMap(new IdentityHashMap<>());

        @Override
        public <T> T create(Class<? extends T> type, Object... arguments) {
            T node = factory.create(type, arguments);
            made.add(node);
            return node;
        }
    }

    @Test
    void shouldMakeEveryNodeThroughTheFactoryAsANamedClass() throws IllegalAccessException {
        for (long seed = 0; seed < 400; seed++) {
            for (boolean ansi : new boolean[] {true, false}) {
                Recording nodes = new Recording();
                Expression expression = new RandomExpressions(seed).any(4);
                TypedEvaluator typed = new EvaluatorCompiler(RandomExpressions.SCHEMA, ansi).compile(expression, nodes);
                check(typed.evaluator(), nodes.made);
            }
        }
    }

    private static void check(Object node, Set<Object> made) throws IllegalAccessException {
        Class<?> type = node.getClass();
        assertTrue(made.contains(node), () -> type + " was not made by the factory");
        assertFalse(type.isHidden() || type.isSynthetic() || type.isAnonymousClass(), type::toString);
        assertFalse(type.isRecord(), () -> type + " cannot be cloned");
        assertFalse(Modifier.isPrivate(type.getModifiers()), () -> type + " must be visible to a clone");
        for (Class<?> level = type; level != Object.class; level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                field.setAccessible(true);
                if (Evaluator.class.isAssignableFrom(field.getType())) {
                    assertTrue(field.getType().isInterface(), () -> field + " must take any class of node");
                    check(field.get(node), made);
                } else if (field.get(node) instanceof Object[] parts) {
                    for (Object part : parts) {
                        check(part, made);
                    }
                }
            }
        }
    }

    static final class TwoConstructors {
        TwoConstructors() {}

        TwoConstructors(int ignored) {
            assertEquals(0, ignored);
        }
    }

    record Failing(int value) {
        Failing {
            if (value < 0) {
                throw new IllegalStateException("negative");
            }
        }
    }

    @Test
    void shouldRefuseClassesThatAreNoNodes() {
        NodeFactory nodes = new ReflectiveNodeFactory();
        assertThrows(IllegalArgumentException.class, () -> nodes.create(TwoConstructors.class));
        assertThrows(IllegalArgumentException.class, () -> nodes.create(Failing.class, "x"));
        assertThrows(IllegalStateException.class, () -> nodes.create(Failing.class, -1));
        assertNotSame(nodes.create(Failing.class, 1), nodes.create(Failing.class, 1));
    }
}
