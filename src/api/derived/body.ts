// The body of derived values: that of a slice, with the formula of each series, the periods that have no value, and those whose
// value rests on one that its publisher has withdrawn. A CSV has a last column with the formula, and no place for the other two.
import {createSliceCsvWriter} from "../../formats/slice-csv.ts";
import {createSliceJsonWriter, type SliceJsonWriter} from "../../formats/slice-json.ts";
import {keyAt} from "../../statistics/catalogue/catalogue.ts";
import type {MissingValue} from "../../statistics/derived/columns.ts";
import type {RowList} from "../../statistics/row-list.ts";
import type {PeriodOrdinal} from "../../statistics/time/day.ts";
import {periodText} from "../../statistics/time/week.ts";
import type {Pace} from "../../work/pace.ts";
import {valueAddressTemplate} from "../http/value-address.ts";
import type {RouteContext} from "../server-context.ts";
import {describeFinalities, withFinality} from "../slice/finality.ts";
import type {Slice} from "../slice/request.ts";
import {csvColumns, describeCells, describePage} from "../slice/series.ts";
import type {DerivedSeries} from "./derive-page.ts";
import type {FoundInputs} from "./inputs.ts";

export interface DerivedPage extends Pick<FoundInputs, "datasetJson" | "total" | "dimensions"> {
  readonly derived: readonly DerivedSeries[];
  readonly values: number;
  readonly offset: number;
  readonly nextOffset: number | null;
}

/** Periods that are written in one step. */
const PERIODS_AT_ONCE = 1000;

export async function writeDerived(
  {memory, settings}: RouteContext,
  page: DerivedPage,
  {format, labels, bom, decimal, finality, asOf}: Slice,
  pace: Pace,
): Promise<Buffer> {
  const {derived, values} = page;
  if (format === "csv") return await writeCsv();
  const json = createSliceJsonWriter(memory);
  const texts = describeAll(derived, labels);
  const histories = finality ? derived.map(({source}) => source.window.bytes) : [];
  const finalities = await describeFinalities(histories, asOf, pace);
  json.begin(finality ? texts.map((text, at) => withFinality(text, finalities[at]!)) : texts, values);
  for (const {source, observations} of derived) {
    json.observations(keyAt(source.catalogue, source.position), observations);
    if (pace.isOver()) await pace.letOthersIn();
  }
  json.members(`"dataset":${page.datasetJson},"missing":[`);
  await writePeriods(json, derived, ({missing}) => missing, missingText, pace);
  json.members('],"withdrawn":[');
  await writePeriods(json, derived, ({withdrawn}) => withdrawn, periodOnly, pace);
  json.members("]");
  const tail = {
    ...{series_count: derived.length, observation_count: values, series_total: page.total, offset: page.offset},
    ...{has_more: page.nextOffset !== null, next_offset: page.nextOffset},
    claim_template: valueAddressTemplate(settings.publicUrl),
  };
  return json.end(tail);

  async function writeCsv(): Promise<Buffer> {
    const csv = createSliceCsvWriter(memory);
    const has = page.dimensions;
    const columns = csvColumns(has, labels);
    csv.begin({columns: [...columns, FORMULA], decimal, bom}, values);
    const [freq, unit] = [columns.indexOf("freq"), columns.indexOf("unit")];
    for (const one of derived) {
      const {catalogue, position} = one.source;
      const cells = describeCells(catalogue, position, labels, has);
      const before = cells.before.map((cell, at) => (at === freq ? one.frequency : at === unit ? one.unit : cell));
      csv.observations({before, after: [...cells.after, one.formula]}, one.observations);
      if (pace.isOver()) await pace.letOthersIn();
    }
    return csv.end();
  }
}

/** The measure of the series stays in its column, so a row would look published without it. */
const FORMULA = "formula";

/** The elements of `series`: those of one dataset are described together, as in a slice. */
function describeAll(derived: readonly DerivedSeries[], labels: boolean): string[] {
  const texts: string[] = [];
  for (let from = 0; from < derived.length; ) {
    const {catalogue, dataset} = derived[from]!.source;
    let to = from + 1;
    while (to < derived.length && derived[to]!.source.catalogue === catalogue) to++;
    const run = derived.slice(from, to);
    const codes = new Map(run.map((one) => [one.source.position, {unit: one.unit, freq: one.frequency}]));
    const context = {provider: dataset.provider, dataset: dataset.code, labels};
    texts.push(...describePage(catalogue, [...codes.keys()], context, (position) => codes.get(position)!));
    from = to;
  }
  const method = createMethodTexts();
  return texts.map((text, at) => `${text.slice(0, -1)},"derived":${method(derived[at]!)}}`);
}

/** The member `derived`. Formula and unit are mostly the same for all series of a page. */
function createMethodTexts(): (one: DerivedSeries) => string {
  let [formula, unit, start] = ["", "", ""];
  return (one) => {
    if (start === "" || one.formula !== formula || one.unit !== unit) {
      ({formula, unit} = one);
      start = JSON.stringify({formula, unit}).slice(0, -1);
    }
    const of = one.inputs.map((key) => `{"series_key":"${key}"}`).join(",");
    const published = one.published.length === 0 ? "[]" : JSON.stringify(one.published);
    return `${start},"inputs":[${of}],"published":${published}}`;
  };
}

/** Members of `missing` and `withdrawn`. A key needs no escape. */
async function writePeriods<T>(
  json: SliceJsonWriter,
  derived: readonly DerivedSeries[],
  of: (one: DerivedSeries) => RowList<T>,
  describe: (row: T) => readonly [period: PeriodOrdinal, more: string],
  pace: Pace,
): Promise<void> {
  let isFirst = true;
  for (const one of derived) {
    const {source, frequency} = one;
    const start = `{"series_key":"${keyAt(source.catalogue, source.position)}","period":"`;
    const periods = of(one);
    for (let from = 0; from < periods.length; from += PERIODS_AT_ONCE) {
      const texts = Array.from(periods.slice(from, from + PERIODS_AT_ONCE), (row) => {
        const [period, more] = describe(row);
        return `${start}${periodText(frequency, period, source.catalogue.weeks)}"${more}}`;
      });
      json.members(isFirst ? texts.join(",") : `,${texts.join(",")}`);
      isFirst = false;
      if (pace.isOver()) await pace.letOthersIn();
    }
  }
}

function missingText({period, reason}: MissingValue): readonly [PeriodOrdinal, string] {
  return [period, `,"reason":"${reason}"`];
}

function periodOnly(period: PeriodOrdinal): readonly [PeriodOrdinal, string] {
  return [period, ""];
}
