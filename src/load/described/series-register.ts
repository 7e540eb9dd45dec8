// The series of one release as its tables name them, and the codes that occur, for the metadata.

import type {ClassLabel, IndicatorLabel, UnitLabel} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {PriceWeek} from "../../statistics/time/week.ts";
import {indicatorLabel} from "../metadata.ts";
import type {ObservationSink} from "../source.ts";
import {createClassPaths, differ} from "./class-paths.ts";
import type {DatasetDescription} from "./descriptor/descriptor.ts";
import type {Facts, Problem} from "./facts.ts";

export interface SeriesRegister {
  /** The handle of the series with these facts; a problem when facts are missing. @param transformation instead of that of the facts */
  handle(facts: Facts, frequency: Frequency, sink: ObservationSink, transformation?: string): number | Problem;
  /** The day of a week; a problem if the week has another day already. */
  week(week: PriceWeek): Problem | null;
  readonly indicators: ReadonlyMap<string, IndicatorLabel>;
  /** Those of the series, in the order of their first use. */
  classes(): readonly ClassLabel[];
  readonly units: ReadonlyMap<string, UnitLabel>;
  readonly measures: ReadonlyMap<string, string>;
  readonly weeks: ReadonlyMap<string, PriceWeek>;
  /** By code. */
  readonly territories: ReadonlyMap<string, Territory>;
}

/** @param title the name of the indicator if neither the descriptor nor a table names one */
export function createSeriesRegister(dataset: DatasetDescription, title: string): SeriesRegister {
  const paths = createClassPaths();
  const numberOf = createNumbering();
  /** Series whose names are known: another name for one of their codes comes too late. */
  const named: true[] = [];
  const indicators = new Map<string, IndicatorLabel>();
  const units = new Map<string, UnitLabel>();
  const measures = new Map<string, string>();
  const weeks = new Map<string, PriceWeek>();
  const territories = new Map<string, Territory>();
  const own = {code: dataset.indicator?.code ?? dataset.code, name: dataset.indicator?.label ?? title};
  return {
    indicators,
    classes: paths.labels,
    units,
    measures,
    weeks,
    territories,
    week(week) {
      const name = `${week.year} ${week.week}`;
      const day = weeks.get(name)?.day ?? week.day;
      if (day !== week.day)
        return {reason: `is in the week of ${dayText(day)}: a week has one day`, text: "", kind: "period"};
      weeks.set(name, week);
      return null;
    },
    handle(facts, frequency, sink, transformation = facts.transformation) {
      const {indicator = own, classes: parts = [], measure, unit, territory} = facts;
      if (territory === undefined) return {reason: "has no territory", text: "", kind: "territory"};
      if (unit === undefined)
        return {reason: "has no unit: neither title nor header nor row names one", text: "", kind: "unit"};
      let path = paths.root;
      for (let index = 0; index < parts.length; index++)
        if (parts[index]!.code !== parts[index - 1]?.code) {
          const next = paths.child(path, parts[index]!);
          if (typeof next === "string") return sameCode(parts[index]!.name, next);
          path = next;
        }
      const first = indicators.get(indicator.code)?.label;
      if (first != null && first !== indicator.name && "isMade" in indicator && differ(first, indicator.name))
        return sameCode(indicator.name, first);
      const others = numberOf([
        indicator.code,
        measure?.code ?? "",
        `${transformation}`,
        unit.code,
        frequency,
        territory.code,
      ]);
      const known = others === path.first ? path.handle : path.handles?.get(others);
      if (known !== undefined) return known;
      const handle = sink.series({
        indicator: indicator.code,
        classification: path.label?.code ?? null,
        measure: measure?.code ?? null,
        transformation: transformation ?? null,
        unit: unit.code,
        frequency,
        territory: territory.code,
      });
      if (path.first < 0) {
        path.first = others;
        path.handle = handle;
      } else {
        path.handles ??= new Map();
        path.handles.set(others, handle);
      }
      if (named[handle]) return handle;
      named[handle] = true;
      const isOwn = indicator.code === own.code;
      const concept = isOwn ? (dataset.indicator?.concept ?? null) : null;
      if (indicators.get(indicator.code)?.label !== indicator.name)
        indicators.set(indicator.code, {
          ...indicatorLabel(indicator.code, indicator.name, concept),
          quantity: (isOwn ? dataset.indicator?.quantity : undefined) ?? dataset.quantities?.[indicator.code] ?? null,
        });
      units.set(unit.code, unit);
      territories.set(territory.code, territory);
      if (measure !== undefined) measures.set(measure.code, measure.name);
      paths.use(path);
      return handle;
    },
  };
}

function sameCode(text: string, other: string): Problem {
  return {
    reason: `would have the code of ${JSON.stringify(other)}, whose letters only look or sound alike: give one of them a code of its own under names`,
    text,
  };
}

type OtherDimensions = readonly [
  indicator: string,
  measure: string,
  transformation: string,
  unit: string,
  frequency: string,
  territory: string,
];

/** A number for dimensions, the same for the same ones. The last ones are compared first: most series of a table differ only by class. */
function createNumbering(): (dimensions: OtherDimensions) => number {
  const numbers = new Map<string, number>();
  let last: OtherDimensions | null = null;
  let number = -1;
  return (dimensions) => {
    if (last?.every((code, at) => code === dimensions[at])) return number;
    last = dimensions;
    const key = JSON.stringify(last);
    number = numbers.get(key) ?? numbers.set(key, numbers.size).size - 1;
    return number;
  };
}

/** FIX-rosstat-65: per cent of the previous year over a column of tonnes: an index can't be in tonnes, nor in percentage points. */
export function baseProblem({transformation = "", unit}: Facts, percent: string): Problem | null {
  if (unit === undefined || unit.code === percent || !/^(?:pct|growth)_/.test(transformation)) return null;
  const reason = `is in a unit (${unit.name}), and its words for the base say per cent: one of them is of another value`;
  return {reason, kind: "unit", text: ""};
}
