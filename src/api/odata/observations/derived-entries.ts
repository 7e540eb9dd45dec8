// Entries whose values are derived (`derive=`): the derived values are packed as a history, so that conditions, pages and rows treat them as
// any other.
//
// Conditions on codes select published series; the rows have the unit and the frequency of the result, never those of the published values.
// What a request may derive is bounded by its budget, since a count or a HEAD charges nothing.
import {type Column, codeAt, type NamedCatalogue} from "../../../statistics/catalogue/catalogue.ts";
import {roundValues, type SeriesColumns} from "../../../statistics/derived/columns.ts";
import {derive} from "../../../statistics/derived/derive.ts";
import {derivedUnit} from "../../../statistics/derived/formula.ts";
import type {Quantity} from "../../../statistics/derived/quantity.ts";
import type {DeriveStep} from "../../../statistics/derived/step.ts";
import {uncertainPeriods} from "../../../statistics/derived/uncertain.ts";
import {encodeHistory} from "../../../statistics/history/encode.ts";
import {createObservations, openWindow, withdrawnIn} from "../../../statistics/history/window.ts";
import type {WithdrawnSpan} from "../../../statistics/history/withdrawal.ts";
import {type Day, NO_DAY, type PeriodOrdinal} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {readDeclaredQuantities} from "../../../store/datasets/declared-quantities.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import {inputInForce, inputOf} from "../../derived/inputs.ts";
import {createQuantities} from "../../derived/quantities.ts";
import {ApiError} from "../../errors.ts";
import type {DatasetWithCatalogue} from "../row-properties.ts";
import {
  createEntryReader,
  type Entry,
  type EntryReader,
  periodsOfRow,
  type QueryDays,
  windowsOf,
} from "./observation-entries.ts";
import {overBudget} from "./observation-page.ts";

/** Takes an entry of published values to one of derived values. */
type DeriveEntry = (q: Queries, entry: Entry) => Script<Entry>;

const WHOLE = {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY};

/** @param windowIn the window of the request */
function createEntryDeriver(
  steps: readonly DeriveStep[],
  asOf: Day | null,
  windowIn: ReturnType<typeof windowsOf>,
  budget: Budget,
): DeriveEntry {
  const declared = new Map<number, ReadonlyMap<string, Quantity>>();
  const quantityAt = createQuantities(declared);
  const resultAt = createResultSources();
  const room = createObservations();
  return function* deriveEntry(q, entry) {
    const {source, position, history} = entry;
    const {dataset, catalogue} = source;
    if (!declared.has(dataset.id)) declared.set(dataset.id, yield* readDeclaredQuantities(q, dataset.id));
    const window = openWindow(history, {...WHOLE, asOf});
    budget.spend(window.count * (1 + steps.length));
    if (budget.isSpent()) throw overBudget("values are derived from whole series");
    const series = {catalogue: catalogue as NamedCatalogue, dataset, position, window, periods: entry.periods};
    const input = inputOf(series, quantityAt, room);
    const found = yield* derive(input, steps, NOBODY);
    if ("refusal" in found) throw refused(found.step, found.refusal);
    const own = inputInForce(series, input, asOf);
    const uncertain = own === null ? [] : uncertainPeriods(found.columns, yield* derive(own, steps, NOBODY));
    roundValues(found.columns);
    const since = own === null ? NO_DAY : Math.max(...withdrawnIn(window, {...WHOLE, asOf}).map(({day}) => day));
    const packed = packAsHistory(found.columns, uncertain, since);
    const {frequency} = found.columns;
    const unit = derivedUnit(found.meaning, input.meaning, codeAt(catalogue.unit, position) ?? "");
    const made = {...entry, source: resultAt(source, frequency, unit), frequency, history: packed};
    const within = windowIn(source, frequency);
    const opened = {...within.window, asOf: null};
    return {...made, periods: periodsOfRow(source, frequency), window: opened, count: openWindow(packed, opened).count};
  };
}

/** Of published values, or of derived ones where the request has steps. */
export function createValuesReader(days: QueryDays, budget: Budget): EntryReader {
  const published = createEntryReader(days, budget);
  if (days.derive == null) return published;
  const deriveEntry = createEntryDeriver(days.derive, days.asOf, windowsOf(days), budget);
  return {
    *read(q, selected) {
      const derived: Entry[] = [];
      for (const entry of yield* published.read(q, selected)) {
        derived.push(yield* deriveEntry(q, entry));
        if (budget.isRestDue()) yield* budget.rest();
      }
      return derived;
    },
  };
}

const NOBODY: ReadonlyMap<string, never> = new Map<string, never>();

function refused(step: string, refusal: string): ApiError {
  return new ApiError("BAD_REQUEST", `derive: ${step}: ${refusal}`, {
    hint: "narrow the request to series of one quantity, or see what steps there are at /api/v1/derived",
  });
}

/** @param since the day of the latest withdrawal among the inputs */
function packAsHistory(
  {count, period, value, asOf}: SeriesColumns,
  uncertain: readonly PeriodOrdinal[],
  since: Day,
): Uint8Array {
  const withdrawn = uncertain.map(
    (one): WithdrawnSpan => ({
      ...{period: one, reason: "withdrawn", day: since, sequence: 1},
      ...{untilDay: NO_DAY, untilSequence: 0},
    }),
  );
  const columns = {
    ...{count, period: period.subarray(0, count), day: asOf.subarray(0, count), value: value.subarray(0, count)},
    sequence: new Int32Array(count).fill(1),
  };
  return encodeHistory(withdrawn.length === 0 ? columns : {...columns, withdrawn});
}

/** The dataset with one unit and one frequency for all its series. The rows of a page share these. */
function createResultSources() {
  const made = new Map<DatasetWithCatalogue, Map<string, DatasetWithCatalogue>>();
  return (source: DatasetWithCatalogue, frequency: Frequency, unit: string): DatasetWithCatalogue => {
    const own = made.get(source) ?? new Map<string, DatasetWithCatalogue>();
    made.set(source, own);
    const name = `${frequency} ${unit}`;
    const {catalogue} = source;
    const codes = {frequency: constant(catalogue.frequency, frequency), unit: constant(catalogue.unit, unit)};
    const result = own.get(name) ?? {...source, catalogue: {...catalogue, ...codes}};
    own.set(name, result);
    return result;
  };
}

function constant({codes, index}: Column, code: string): Column {
  return {codes: codes.map(() => code), index};
}
