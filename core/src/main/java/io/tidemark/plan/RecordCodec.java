package io.tidemark.plan;

import io.tidemark.expr.Expression;
import io.tidemark.row.DataType;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Records as trees and back: a member for each component. Where a component may hold one of several records, the member {@code $type} says which: the
 * simple name of the record in small letters with dashes. Reflection is enough here, since a plan is written or read once.
 */
final class RecordCodec {
    private static final String TYPE = "$type";

    /** Records that may stand where an interface is declared, by their type names. */
    private final Map<String, Class<?>> types = new LinkedHashMap<>();

    /** A codec that knows these records beside those of sealed interfaces. */
    RecordCodec(List<Class<? extends Record>> open) {
        open.forEach(type -> types.put(name(type), type));
    }

    /** The name of a record in a tree. */
    static String name(Class<?> type) {
        return type.getSimpleName().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** The tree of a value. */
    Object write(Object value, Type declared) {
        if (value == null || value instanceof Boolean || value instanceof Long) {
            return value;
        } else if (value instanceof Integer number) {
            return number.longValue();
        } else if (value instanceof Enum<?> constant) {
            return constant.name();
        } else if (value instanceof List<?> list) {
            Type element = ((ParameterizedType) declared).getActualTypeArguments()[0];
            List<Object> values = new ArrayList<>();
            list.forEach(one -> values.add(write(one, element)));
            return values;
        }
        if (value instanceof Double number) {
            return number.toString();
        }
        String text = TextForms.write(value);
        boolean plain = value.getClass() == declared || declared == ZoneId.class;
        return text != null && plain ? text : writeTyped(value, declared, text);
    }

    private Object writeTyped(Object value, Type declared, String text) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (value.getClass() != declared) {
            members.put(TYPE, name(value.getClass()));
        }
        if (text != null) {
            members.put("text", text);
        } else if (value instanceof Expression.Literal literal) {
            members.put("as", literal.type().toString());
            members.put("value", literal.value() == null ? null : TextForms.writeConstant(literal.value()));
        } else if (value instanceof Record) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                members.put(component.getName(), write(component(component, value), component.getGenericType()));
            }
        } else {
            throw new PlanJsonException("a " + value.getClass().getName() + " has no form in JSON");
        }
        return members;
    }

    /** The value of a tree. */
    Object read(Object tree, Type declared) {
        if (tree == null) {
            return null;
        }
        if (declared instanceof ParameterizedType list && list.getRawType() == List.class) {
            List<Object> values = new ArrayList<>();
            for (Object one : cast(tree, List.class)) {
                values.add(read(one, list.getActualTypeArguments()[0]));
            }
            return List.copyOf(values);
        }
        Class<?> type = (Class<?>) declared;
        if (type == boolean.class || type == Boolean.class) {
            return cast(tree, Boolean.class);
        } else if (type == long.class || type == Long.class) {
            return cast(tree, Long.class);
        } else if (type == int.class || type == Integer.class) {
            return Math.toIntExact(cast(tree, Long.class));
        } else if (type == double.class || type == Double.class) {
            return Double.valueOf(cast(tree, String.class));
        } else if (type.isEnum()) {
            return constant(type, cast(tree, String.class));
        }
        if (tree instanceof String text) {
            Object value = TextForms.read(text, type);
            if (value == null) {
                throw new PlanJsonException("a " + name(type) + " is not a text");
            }
            return value;
        }
        return readTyped(cast(tree, Map.class), type);
    }

    private Object readTyped(Map<?, ?> members, Class<?> declared) {
        Class<?> type = members.containsKey(TYPE) && !declared.isRecord()
                ? find(cast(members.get(TYPE), String.class), declared)
                : declared;
        if (type == Expression.Literal.class) {
            DataType as = DataType.parse(cast(members.get("as"), String.class));
            Object value = members.get("value");
            return new Expression.Literal(
                    value == null ? null : TextForms.readConstant(cast(value, String.class), as), as);
        }
        if (!type.isRecord()) {
            return TextForms.read(cast(members.get("text"), String.class), type);
        }
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            if (!members.containsKey(components[i].getName())) {
                throw new PlanJsonException("a " + name(type) + " needs the member '" + components[i].getName() + "'");
            }
            values[i] = read(members.get(components[i].getName()), components[i].getGenericType());
        }
        return make(type, components, values);
    }

    private Class<?> find(String name, Class<?> declared) {
        if (declared.isSealed()) {
            for (Class<?> permitted : declared.getPermittedSubclasses()) {
                if (name(permitted).equals(name)) {
                    return permitted;
                }
            }
        }
        Class<?> found = types.get(name);
        if (found == null || !declared.isAssignableFrom(found)) {
            throw new PlanJsonException("there is no " + name(declared) + " of the type '" + name + "'");
        }
        return found;
    }

    private static Object make(Class<?> type, RecordComponent[] components, Object[] values) {
        Class<?>[] parameters = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            parameters[i] = components[i].getType();
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new PlanJsonException("a " + name(type) + " cannot be made of " + List.of(values), e);
        }
    }

    private static Object component(RecordComponent component, Object value) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record can be read", e);
        }
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new PlanJsonException("there is no " + name(type) + " '" + name + "'");
    }

    private static <T> T cast(Object tree, Class<T> type) {
        if (!type.isInstance(tree)) {
            throw new PlanJsonException("'" + tree + "' stands where a " + type.getSimpleName() + " has to");
        }
        return type.cast(tree);
    }
}
