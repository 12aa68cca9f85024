package io.tidemark.testkit;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.operator.Operator;
import io.tidemark.operator.Scratch;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Finds fields that change: of operators, of the parts of their own package that they hold, and of accumulators. */
final class MutableFields {
    private static final String ACCUMULATORS = Accumulator.class.getPackageName();

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<String> found = new ArrayList<>();

    private MutableFields() {}

    /** {@code Class.field} of each field that is neither final nor marked as scratch. */
    static List<String> of(List<Operator> operators) {
        MutableFields fields = new MutableFields();
        operators.forEach(operator -> fields.look(operator, operator.getClass().getPackageName()));
        return fields.found;
    }

    private void look(Object part, String packageName) {
        if (part == null || !isLookedAt(part.getClass().getPackageName(), packageName) || !seen.add(part)) {
            return;
        }
        for (Class<?> type = part.getClass();
                type != Object.class && type != Record.class && type != Enum.class;
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                look(part, field, packageName);
            }
        }
    }

    private static boolean isLookedAt(String of, String packageName) {
        return of.equals(packageName) || of.equals(ACCUMULATORS);
    }

    private void look(Object part, Field field, String packageName) {
        if (Modifier.isStatic(field.getModifiers())) {
            return;
        }
        if (!Modifier.isFinal(field.getModifiers()) && field.getAnnotation(Scratch.class) == null) {
            found.add(field.getDeclaringClass().getSimpleName() + "." + field.getName());
        }
        if (!field.getType().isPrimitive()) {
            look(value(part, field), packageName);
        }
    }

    private static Object value(Object part, Field field) {
        try {
            field.setAccessible(true);
            return field.get(part);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }
}
