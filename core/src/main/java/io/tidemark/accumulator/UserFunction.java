package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.eval.CallSite;
import io.tidemark.expr.eval.Signature;
import io.tidemark.function.UserAggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.Collections;
import java.util.List;

/** An aggregate of the user's own as a function of the registry. */
final class UserFunction implements AggregateFunction {
    /** Greatest number of slots: a quarter of a state page. */
    static final int MAX_SLOTS = 512;

    private final UserAggregate aggregate;

    UserFunction(UserAggregate aggregate) {
        this.aggregate = aggregate;
    }

    @Override
    public String name() {
        return aggregate.name();
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        CallSite site = new CallSite(
                new Call(call.function(), call.arguments()),
                types,
                // Without ansi a conversion that fails gives null.
                scope.settings().ansi() ? nullable : Collections.nCopies(types.size(), true),
                scope.settings().ansi(),
                found -> scope.problem(found.code(), call.call(), found.reason(), found.wayOut()));
        Signature signature = aggregate.resolve(site);
        if (signature == null) {
            if (!scope.failed()) {
                refuse(scope, call, "It does not accept " + types + ".", "Call it with other arguments.");
            }
            return null;
        }
        if (signature.parameters().size() != types.size()) {
            return refuse(
                    scope,
                    call,
                    "Its signature has " + signature.parameters().size() + " parameters for " + types.size()
                            + " arguments.",
                    "Let resolve(...) give one type for each argument.");
        }
        for (int i = 0; i < types.size(); i++) {
            if (scope.typeOf(new Cast(
                            call.arguments().get(i), signature.parameters().get(i)))
                    == null) {
                return null;
            }
        }
        if (signature.result().isVariableLength()) {
            return refuse(
                    scope,
                    call,
                    "Slots hold no text or bytes, and its result is a " + signature.result() + ".",
                    "Give a number, a truth value or a time.");
        }
        int slots = aggregate.slots();
        if (slots < 0 || slots > MAX_SLOTS) {
            return refuse(scope, call, "It declares " + slots + " slots.", "Declare 0 to " + MAX_SLOTS + " slots.");
        }
        return new AggregateShape(signature.result(), signature.nullable(), slots * Long.BYTES, signature.parameters());
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.node(UserAccumulator.class, aggregate, site, new CompiledArguments(site.arguments()));
    }

    private static AggregateShape refuse(BindScope scope, Aggregate call, String reason, String wayOut) {
        scope.problem(ErrorCode.FUNCTION_UNSUPPORTED, call.call(), reason, wayOut);
        return null;
    }
}
