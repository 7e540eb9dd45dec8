// Values of series as an answer: for each series a head and its values, latest last, as many of the latest as the budget of tokens allows.
import {type AnswerRow, rowsThatFit} from "../answer-budget.ts";
import {
  type AddressedValue,
  addressed,
  addressedLine,
  type DerivedValue,
  derivedLine,
  derivedValue,
  type GivenValue,
  seriesPage,
} from "../given-value.ts";
import type {ToolAnswer, ToolContext} from "../tool.ts";

/** A series with its values, periods ascending. */
export interface ValuesOfSeries {
  readonly key: string;
  readonly title: string;
  readonly dataset: string;
  readonly unit: string | null;
  readonly freq: string;
  readonly values: readonly GivenValue[];
  /** How values are made that no publisher has printed; absent: they are published. */
  readonly derived?: DerivedBy | undefined;
}

/** As the API says it. */
export interface DerivedBy {
  readonly formula: string;
  readonly inputs: readonly {readonly series_key: string}[];
}

/** The address that gives what an answer leaves out, and the series that the selection has in all. */
export interface RestOfValues {
  readonly address: string;
  readonly seriesTotal: number;
  /** Values that were wanted of the series of this answer. */
  readonly values: number;
}

interface ValueRow extends AnswerRow {
  readonly key: string;
  readonly data: AddressedValue | DerivedValue;
}

export function answerValues(context: ToolContext, series: readonly ValuesOfSeries[], rest: RestOfValues): ToolAnswer {
  const heads = series.map((one) => headOf(context, one));
  const all = latestFirst(context, series);
  const rest_url = context.base + rest.address;
  const around = {
    text: [totals(0, rest, rest_url), ...heads.map(({text}) => text)].join("\n"),
    data: {values: 0, shown: 0, series_total: 0, rest_url, series: heads.map(({data}) => data)},
  };
  const shown = rowsThatFit(all, around);
  const rowsOf = Map.groupBy(shown, ({key}) => key);
  const own = ({key}: ValuesOfSeries): readonly ValueRow[] =>
    (rowsOf.get(key) ?? []).toSorted((one, other) => (one.data.period < other.data.period ? -1 : 1));
  const isWhole = shown.length === rest.values && series.length === rest.seriesTotal;
  return {
    text: [
      totals(shown.length, rest, isWhole ? null : rest_url),
      ...series.flatMap((one, index) => [heads[index]!.text, ...own(one).map(({text}) => text)]),
    ].join("\n"),
    data: {
      values: rest.values,
      shown: shown.length,
      series_total: rest.seriesTotal,
      rest_url: isWhole ? null : rest_url,
      series: series.map((one, index) => ({...heads[index]!.data, observations: own(one).map(({data}) => data)})),
    },
  };
}

function totals(shown: number, {values, seriesTotal}: RestOfValues, rest: string | null): string {
  const head = `${values} values; series in the selection: ${seriesTotal}.`;
  const left = shown < values ? ` The latest ${shown} are here.` : "";
  return rest === null ? head : `${head}${left} All of it: ${rest}`;
}

function headOf(context: ToolContext, {key, title, dataset, unit, freq, derived}: ValuesOfSeries): AnswerRow {
  const url = seriesPage(context, key);
  const head = `\n${title} | ${dataset} | unit ${unit ?? "unknown"} | ${freq} | ${key} | ${url}`;
  const data = {id: key, title, dataset, unit, freq, url};
  if (derived === undefined) return {text: head, data};
  const inputs = derived.inputs.map(({series_key}) => series_key);
  return {
    text: `${head}\nComputed here from published values, not published: ${derived.formula} | inputs ${inputs.join(", ")}`,
    data: {...data, computed_here: {formula: derived.formula, inputs}},
  };
}

/** The latest value of each series, then the one before it of each, and so on: a cut leaves every series its latest values. */
function latestFirst(context: ToolContext, series: readonly ValuesOfSeries[]): readonly ValueRow[] {
  const most = Math.max(0, ...series.map(({values}) => values.length));
  const rows: ValueRow[] = [];
  for (let back = 1; back <= most; back++) {
    for (const {key, values, derived} of series) {
      const given = values.at(-back);
      if (given === undefined) continue;
      if (derived === undefined) {
        const data = addressed(context, key, given);
        rows.push({key, data, text: addressedLine(data)});
      } else {
        const data = derivedValue(given);
        rows.push({key, data, text: derivedLine(data)});
      }
    }
  }
  return rows;
}
