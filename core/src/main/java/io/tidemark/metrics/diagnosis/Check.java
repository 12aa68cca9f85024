package io.tidemark.metrics.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** The conditions of one verdict or threshold while they are gone through. A condition on an unknown figure does not hold. */
final class Check {
    private final Alarm alarm;
    private final List<Evidence> conditions = new ArrayList<>();
    private final List<Evidence> figures = new ArrayList<>();
    private final List<Evidence> against = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private String subject = "";
    private String action;
    private boolean holds = true;

    Check(Alarm alarm) {
        this.alarm = alarm;
        this.action = alarm.action();
    }

    Check above(String name, double value, String unit, double limit) {
        return condition(name, value, unit, ">", limit, value > limit);
    }

    Check below(String name, double value, String unit, double limit) {
        return condition(name, value, unit, "<", limit, value < limit);
    }

    Check atMost(String name, double value, String unit, double limit) {
        return condition(name, value, unit, "<=", limit, value <= limit);
    }

    Check atLeast(String name, double value, String unit, double limit) {
        return condition(name, value, unit, ">=", limit, value >= limit);
    }

    Check none(String name, double value, String unit) {
        return condition(name, value, unit, "=", 0, value == 0);
    }

    Check rises(String name, Trend trend, String unit) {
        return condition(name, trend.perSecond(), unit, "rises", Double.NaN, trend.rises());
    }

    Check falls(String name, Trend trend, String unit) {
        return condition(name, trend.perSecond(), unit, "falls", Double.NaN, trend.falls());
    }

    /** A condition that is no number: it has to hold, too. */
    Check only(boolean condition) {
        holds &= condition;
        return this;
    }

    /** A number for people; one that is unknown is left out. */
    Check figure(String name, double value, String unit) {
        if (!Double.isNaN(value)) {
            figures.add(Evidence.figure(name, value, unit));
        }
        return this;
    }

    /** A number that speaks against the verdict, if it does. */
    Check against(boolean speaksAgainst, String name, double value, String unit) {
        if (speaksAgainst) {
            against.add(Evidence.figure(name, value, unit));
        }
        return this;
    }

    Check subject(String name) {
        subject = name;
        return this;
    }

    Check action(String text) {
        action = text;
        return this;
    }

    /** Figures that other verdicts would have needed, so that they could not be ruled out. */
    Check notRuledOut(List<String> names) {
        unknown.addAll(names);
        return this;
    }

    Finding finding() {
        List<Evidence> evidence = new ArrayList<>(conditions);
        evidence.addAll(figures);
        return new Finding(alarm, holds, subject, evidence, against, unknown, action);
    }

    private Check condition(String name, double value, String unit, String relation, double limit, boolean fulfilled) {
        if (Double.isNaN(value)) {
            unknown.add(name);
        } else if (Double.isNaN(limit) && isNumber(relation)) {
            unknown.add("limit of " + name);
        }
        conditions.add(new Evidence(name, value, unit, relation, limit, fulfilled));
        holds &= fulfilled;
        return this;
    }

    private static boolean isNumber(String relation) {
        return !relation.equals("rises") && !relation.equals("falls");
    }
}
