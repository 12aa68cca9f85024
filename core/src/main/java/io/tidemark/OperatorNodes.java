package io.tidemark;

import io.tidemark.operator.aggregate.GroupAggregate;
import io.tidemark.operator.asof.AsOfJoin;
import io.tidemark.operator.asof.WindowJoin;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.join.StreamJoin;
import io.tidemark.operator.keyed.KeyedProcess;
import io.tidemark.operator.reference.ReferenceJoin;
import io.tidemark.operator.select.Filter;
import io.tidemark.operator.select.Project;
import io.tidemark.operator.session.SessionAggregate;
import io.tidemark.operator.union.Union;
import io.tidemark.operator.watermark.WithWatermark;
import java.util.List;

/** All operators that a plan can hold; a test compares the list with the classes there are. */
final class OperatorNodes {
    static final List<Class<? extends Record>> ALL = List.of(
            Filter.class,
            Project.class,
            WithWatermark.class,
            Union.class,
            GroupAggregate.class,
            SessionAggregate.class,
            Deduplicate.class,
            StreamJoin.class,
            AsOfJoin.class,
            WindowJoin.class,
            ReferenceJoin.class,
            KeyedProcess.class);

    private OperatorNodes() {}
}
