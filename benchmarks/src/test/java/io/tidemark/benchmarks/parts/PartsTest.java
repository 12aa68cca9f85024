package io.tidemark.benchmarks.parts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Every benchmark of a part runs, with each value of its parameter; what it measures is no matter here. */
class PartsTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                AggregateUpdate.class,
                AsOfLookup.class,
                DedupLookup.class,
                FilterStep.class,
                GroupKey.class,
                GroupLookup.class,
                JoinProbe.class,
                RowAccess.class,
                SourceCost.class,
                WatermarkStep.class,
                WindowAssignment.class
            })
    void shouldRun(Class<?> benchmark) throws ReflectiveOperationException {
        Field parameter = Stream.of(benchmark.getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(Param.class))
                .findFirst()
                .orElse(null);
        String[] values = parameter == null
                ? new String[] {""}
                : parameter.getAnnotation(Param.class).value();
        for (String value : values) {
            Object instance = benchmark.getConstructor().newInstance();
            if (parameter != null) {
                parameter.setAccessible(true);
                parameter.set(instance, value);
            }
            call(benchmark, instance, Setup.class);
            assertTrue(call(benchmark, instance, Benchmark.class) > 0);
            call(benchmark, instance, TearDown.class);
        }
    }

    private static int call(Class<?> benchmark, Object instance, Class<? extends java.lang.annotation.Annotation> kind)
            throws ReflectiveOperationException {
        int calls = 0;
        for (Method method : benchmark.getMethods()) {
            if (method.isAnnotationPresent(kind)) {
                method.invoke(instance);
                calls++;
            }
        }
        return calls;
    }
}
