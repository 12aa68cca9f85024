package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;

/** What {@code and}, {@code or} and {@code not} have in common: truth values in, a truth value out. */
abstract class LogicFunction implements ScalarFunction {
    private final String name;
    private final int arity;

    LogicFunction(String name, int arity) {
        this.name = name;
        this.arity = arity;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Signature resolve(CallSite call) {
        if (!call.accepts(arity, arity)) {
            return null;
        }
        for (DataType type : call.types()) {
            if (type.kind() != Kind.BOOL) {
                return call.mismatch(
                        arity == 1 ? "a bool" : "two bools", "Compare the value with something, or cast it to bool.");
            }
        }
        return new Signature(call.types(), DataType.BOOL, call.anyNullable());
    }
}
