// All series and values of a dataset of the sample warehouse, requested page by page like a client.
import assert from "node:assert/strict";
import {after, before} from "node:test";
import type {Api} from "./api/client.ts";
import {openSampleApi} from "./example-answers.ts";
import type {Ending} from "./sample-folder.ts";

export interface SampleSeries {
  readonly dataset: string;
  readonly class: string | null;
  readonly className: string;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly indicator: string;
  readonly unit: string;
  readonly frequency: string;
  readonly territory: string;
  readonly territoryName: string;
  readonly level: string;
  readonly status: "active" | "stalled";
  readonly continuesAs: string | null;
  readonly key: string;
  /** period → value */
  readonly values: ReadonlyMap<string, number>;
}

export const SAMPLE_DATASETS = [
  "cbr/key_rate",
  "cbr/key_rate_inflation",
  "fedstat/31452",
  "fedstat/33459",
  "fedstat/43062",
  "rosstat_files/cpi_monthly",
  "rosstat_files/cpi_weekly",
  "rosstat_files/fixed_assets",
  "rosstat_files/fixed_assets_2000_2016",
  "rosstat_files/gdp",
  "rosstat_files/retail_sales",
  "showdata/city_population",
] as const;

/**
 * One api over the sample warehouse for all tests of a file, closed after the last.
 * @param prepare reads everything that the tests need, before the first of them
 */
export function holdSampleApi(skip: string | false, prepare: (api: Api) => Promise<void> = async () => {}): () => Api {
  const endings: (() => unknown)[] = [];
  let api: Api | null = null;
  before(async () => {
    if (skip !== false) return;
    api = await openSampleApi({after: (end: () => unknown) => void endings.push(end)} as Ending);
    await prepare(api);
  });
  after(async () => {
    for (const end of endings.reverse()) await end();
  });
  return () => {
    assert.ok(api);
    return api;
  };
}

export async function readSampleSeries(
  api: Api,
  dataset: (typeof SAMPLE_DATASETS)[number],
  asOf: string | null = null,
): Promise<SampleSeries[]> {
  const read: SampleSeries[] = [];
  const vintage = asOf === null ? "" : `&as_of=${asOf}`;
  for (let offset: number | null = 0; offset !== null; ) {
    const {status, json, text} = await api.get(
      `/api/v1/data?dataset=${dataset}&geo=all&labels=1&limit=300&offset=${offset}${vintage}`,
    );
    assert.equal(status, 200, text.slice(0, 300));
    const values = new Map<string, Map<string, number>>();
    for (const {series_key, period, value} of json.observations) {
      const known = values.get(series_key) ?? new Map();
      values.set(series_key, known.set(period, value));
    }
    for (const one of json.series) {
      read.push({
        dataset,
        class: one.classification ?? null,
        className: one.class_label,
        measure: one.measure,
        transformation: one.transformation,
        indicator: one.indicator,
        unit: one.unit,
        frequency: one.freq,
        territory: one.geo,
        territoryName: one.geo_label,
        level: one.geo_level,
        status: one.status,
        continuesAs: one.continues_as,
        key: one.series_key,
        values: values.get(one.series_key) ?? new Map(),
      });
    }
    offset = json.next_offset;
  }
  return read;
}
