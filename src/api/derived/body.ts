// The body of derived values: that of a slice, with the formula of each series and the periods that have no value.
import {createSliceCsvWriter} from "../../formats/slice-csv.ts";
import {createSliceJsonWriter} from "../../formats/slice-json.ts";
import {keyAt} from "../../statistics/catalogue/catalogue.ts";
import type {Pace} from "../../work/pace.ts";
import {claimTemplate} from "../http/claims.ts";
import {allDimensions} from "../series/named-observations.ts";
import type {RouteParts} from "../server-parts.ts";
import {describeFinalities, withFinality} from "../slice/finality.ts";
import type {Slice} from "../slice/request.ts";
import {csvColumns, describeCells, describeSeries} from "../slice/series.ts";
import type {DerivedSeries} from "./derive-page.ts";
import type {FoundInputs} from "./inputs.ts";

export interface DerivedPage extends Pick<FoundInputs, "described" | "total"> {
  readonly derived: readonly DerivedSeries[];
  readonly values: number;
  readonly offset: number;
  readonly nextOffset: number | null;
}

/** Missing periods that are written in one step. */
const MISSING_AT_ONCE = 1000;

export async function writeDerived(
  {memory, settings}: RouteParts,
  page: DerivedPage,
  {format, labels, bom, decimal, finality, asOf}: Slice,
  pace: Pace,
): Promise<Buffer> {
  const {derived, values} = page;
  if (format === "csv") return await writeCsv();
  const json = createSliceJsonWriter(memory);
  const texts = derived.map((one) => JSON.stringify(describe(one, labels)));
  const histories = finality ? derived.map(({source}) => source.window.bytes) : [];
  const finalities = await describeFinalities(histories, asOf, pace);
  json.begin(finality ? texts.map((text, at) => withFinality(text, finalities[at]!)) : texts, values);
  for (const {source, observations} of derived) {
    json.observations(keyAt(source.catalogue, source.position), observations);
    if (pace.isOver()) await pace.letOthersIn();
  }
  const missing = await missingText(derived, pace);
  const tail = {
    ...{series_count: derived.length, observation_count: values, series_total: page.total, offset: page.offset},
    ...{has_more: page.nextOffset !== null, next_offset: page.nextOffset},
    claim_template: claimTemplate(settings.publicUrl),
  };
  return json.end(tail, `${page.described},"missing":[${missing}]`);

  async function writeCsv(): Promise<Buffer> {
    const csv = createSliceCsvWriter(memory);
    const has = allDimensions(derived.map(({source}) => source));
    const columns = csvColumns(derived[0]!.source.catalogue, labels, has);
    csv.begin({columns, decimal, bom}, values);
    const [freq, unit] = [columns.indexOf("freq"), columns.indexOf("unit")];
    for (const one of derived) {
      const {catalogue, position} = one.source;
      const cells = describeCells(catalogue, position, labels, has);
      const before = cells.before.map((cell, at) => (at === freq ? one.frequency : at === unit ? one.unit : cell));
      csv.observations({...cells, before}, one.observations);
      if (pace.isOver()) await pace.letOthersIn();
    }
    return csv.end();
  }
}

function describe({source, frequency, formula, unit, inputs}: DerivedSeries, labels: boolean): object {
  const {dataset, catalogue, position} = source;
  const published = describeSeries(catalogue, position, {provider: dataset.provider, dataset: dataset.code, labels});
  const described = {formula, unit, inputs: inputs.map((series_key) => ({series_key}))};
  return {...published, freq: frequency, unit, derived: described};
}

async function missingText(derived: readonly DerivedSeries[], pace: Pace): Promise<string> {
  const texts: string[] = [];
  for (const {missing} of derived) {
    for (let from = 0; from < missing.length; from += MISSING_AT_ONCE) {
      texts.push(...missing.slice(from, from + MISSING_AT_ONCE).map((one) => JSON.stringify(one)));
      if (pace.isOver()) await pace.letOthersIn();
    }
  }
  return texts.join(",");
}
