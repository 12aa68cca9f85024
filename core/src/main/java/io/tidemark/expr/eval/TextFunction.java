package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.ArrayList;
import java.util.List;

/** What functions of texts and whole numbers have in common: fixed parameters, of which the last may be left out; null for a null. */
abstract class TextFunction implements ScalarFunction {
    private final String name;
    private final DataType result;
    private final int required;
    private final List<DataType> parameters;

    /**
     * A function.
     *
     * @param required number of arguments that may not be left out
     * @param parameters each {@code STRING}, or {@code LONG} for an int or long
     */
    TextFunction(String name, DataType result, int required, DataType... parameters) {
        this.name = name;
        this.result = result;
        this.required = required;
        this.parameters = List.of(parameters);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(required, parameters.size())) {
            return null;
        }
        List<DataType> types = parameters.subList(0, call.size());
        for (int i = 0; i < call.size(); i++) {
            boolean fits = call.type(i).equals(types.get(i))
                    || types.get(i).equals(DataType.LONG) && call.type(i).equals(DataType.INT);
            if (!fits) {
                List<String> wanted = new ArrayList<>();
                types.forEach(type -> wanted.add(type.toString()));
                return call.mismatch("(" + String.join(", ", wanted) + ")", "Cast the other values.");
            }
        }
        return new Signature(types, result, call.anyNullable());
    }
}
