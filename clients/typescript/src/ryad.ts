// The client: one method for each question.
//
// Periods are the first days of months, quarters and years, as texts of the service. Nothing is cached and nothing is changed on the way.
import type {
  DatasetList,
  DatasetRow,
  Estimate,
  Estimates,
  EstimatesQuery,
  Evidence,
  FoundSeries,
  FoundSeriesItem,
  NamedSlice,
  ObservationsQuery,
  SearchQuery,
  Series,
  SeriesList,
  SeriesRow,
  Slice,
  SliceEstimatesQuery,
  SliceObservation,
  SliceQuery,
  UpdateRow,
  Updates,
  UpdatesQuery,
  Verification,
  VerifyQuery,
} from "./answers.ts";
import {type Call, getJson, type Parameter, type Sender} from "./sending.ts";

export type * from "./answers.ts";
export {RyadError} from "./error.ts";
export type {Call} from "./sending.ts";

/** Series of one page, and updates of one: the most that the service takes. */
const PAGE_SERIES = 300;
const PAGE_UPDATES = 500;

export interface RyadOptions {
  /** Default in Node: RYAD_TOKEN. */
  readonly token?: string | null;
  /** Seconds to wait at most for a minute that is used up; default 70. */
  readonly patience?: number;
  /** Seconds for one answer; default 60. */
  readonly timeout?: number;
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch;
}

/** One series with its values, in the order of their periods. */
export interface SeriesValues extends Series {
  readonly values: readonly Omit<SliceObservation, "series_key">[];
}

type Codes = Pick<Series, (typeof CODES)[number]>;
/** One value of a slice with the codes of its series. */
export type Row = Codes & SliceObservation;
/** One estimate of a slice with the codes of its series. */
export type EstimateRow = Codes & Estimate;

const CODES = [
  "indicator",
  "classification",
  "measure",
  "transformation",
  "unit",
  "freq",
  "geo",
  "geo_label",
  "title",
] as const;

/** A Ryad service. */
export class Ryad {
  readonly url: string;
  readonly #sender: Sender;

  /** The address defaults to RYAD_URL where there is an environment. */
  constructor(url?: string | URL | null, options: RyadOptions = {}) {
    const base = url ?? environment("RYAD_URL");
    if (!base) throw new TypeError('name the service: new Ryad("https://…"), or set RYAD_URL');
    this.url = String(base).replace(/\/+$/, "");
    this.#sender = {
      base: this.url,
      token: options.token ?? environment("RYAD_TOKEN") ?? null,
      patience: options.patience ?? 70,
      timeout: options.timeout ?? 60,
      // a browser refuses a fetch that is called as a method of another object
      fetch: options.fetch ?? ((...words) => globalThis.fetch(...words)),
    };
  }

  /** All datasets, with their last period and state. */
  async datasets(call: Call = {}): Promise<readonly DatasetRow[]> {
    return (await this.#get<DatasetList>("/api/v1/reference/datasets", {}, call)).items;
  }

  /** Every series of a dataset with its codes and names; costs no values. */
  async catalogue(dataset: string, call: Call = {}): Promise<readonly SeriesRow[]> {
    return (await this.#get<SeriesList>("/api/v1/reference/series", {dataset}, call)).items;
  }

  /** Series by words in Russian or English. */
  async search(
    words: string,
    filters: Omit<SearchQuery, "q"> = {},
    call: Call = {},
  ): Promise<readonly FoundSeriesItem[]> {
    return (await this.#get<FoundSeries>("/api/v1/series/search", {limit: 20, ...filters, q: words}, call)).items;
  }

  /** Up to 100 series by their keys, in the order of the keys, with their values. */
  async series(
    keys: string | readonly string[],
    bounds: Omit<ObservationsQuery, "series"> = {},
    call: Call = {},
  ): Promise<SeriesValues[]> {
    const wanted = typeof keys === "string" ? [keys] : keys;
    const read = await this.#get<NamedSlice>("/api/v1/observations", {...bounds, series: wanted}, call);
    const values = new Map(
      read.series.map(({series_key}) => [series_key, [] as Omit<SliceObservation, "series_key">[]]),
    );
    for (const {series_key, ...value} of read.observations) values.get(series_key)?.push(value);
    return read.series.map((one) => ({...one, values: values.get(one.series_key)!}));
  }

  /** The pages of a slice, each read when it is asked for. */
  async *pages(dataset: string, selection: Omit<SliceQuery, "dataset"> = {}, call: Call = {}): AsyncGenerator<Slice> {
    yield* this.#pages<Slice>("/api/v1/data", {limit: PAGE_SERIES, ...selection, dataset}, call);
  }

  /** The values of a slice one after another, with the codes of their series; holds one page at a time. */
  async *rows(dataset: string, selection: Omit<SliceQuery, "dataset"> = {}, call: Call = {}): AsyncGenerator<Row> {
    for await (const {series, observations} of this.pages(dataset, selection, call)) {
      const codes = new Map(series.map((one) => [one.series_key, codesOf(one)]));
      for (const value of observations) yield {...codes.get(value.series_key)!, ...value};
    }
  }

  /** A slice whole, all of its pages. */
  async data(dataset: string, selection: Omit<SliceQuery, "dataset"> = {}, call: Call = {}): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this.rows(dataset, selection, call)) rows.push(row);
    return rows;
  }

  /** Every published estimate of a series. */
  async vintages(key: string, bounds: EstimatesQuery = {}, call: Call = {}): Promise<readonly Estimate[]> {
    const path = `/api/v1/series/${encodeURIComponent(key)}/estimates`;
    return (await this.#get<Estimates>(path, {...bounds}, call)).estimates ?? [];
  }

  /** Every estimate of a slice one after another, with the codes of their series. */
  async *estimates(
    dataset: string,
    selection: Omit<SliceEstimatesQuery, "dataset"> = {},
    call: Call = {},
  ): AsyncGenerator<EstimateRow> {
    const parameters = {limit: PAGE_SERIES, ...selection, dataset};
    for await (const {series, estimates = []} of this.#pages<Estimates>("/api/v1/estimates", parameters, call)) {
      const codes = new Map(series.map((one) => [one.series_key, codesOf(one)]));
      for (const value of estimates) yield {...codes.get(value.series_key)!, ...value};
    }
  }

  /** What came in since a day, one after another: a row for each day and dataset. */
  async *updates(since: string, filters: Omit<UpdatesQuery, "since"> = {}, call: Call = {}): AsyncGenerator<UpdateRow> {
    const parameters = {limit: PAGE_UPDATES, ...filters, since};
    for await (const {items} of this.#pages<Updates>("/api/v1/updates", parameters, call)) yield* items;
  }

  /** Where values come from: the releases of a series, or with a period the cell of the value. */
  evidence(key: string, period?: string | null, call: Call = {}): Promise<Evidence> {
    return this.#get(`/api/v1/series/${encodeURIComponent(key)}/evidence`, {period}, call);
  }

  /** Whether a figure was published; the claim names a series, or words in `q`. A text keeps the digits of the figure. */
  verify(value: string | number, claim: Omit<VerifyQuery, "value">, call: Call = {}): Promise<Verification> {
    return this.#get("/api/v1/verify", {...claim, value: String(value)}, call);
  }

  async *#pages<Page extends {readonly next_offset: number | null}>(
    path: string,
    parameters: Readonly<Record<string, Parameter>>,
    call: Call,
  ): AsyncGenerator<Page> {
    let offset: number | null = Number(parameters["offset"] ?? 0);
    while (offset !== null) {
      const page: Page = await this.#get<Page>(path, {...parameters, offset}, call);
      yield page;
      offset = page.next_offset;
    }
  }

  #get<Answer>(path: string, parameters: Readonly<Record<string, Parameter>>, call: Call): Promise<Answer> {
    return getJson<Answer>(this.#sender, path, parameters, call);
  }
}

function codesOf(series: Series): Codes {
  return Object.fromEntries(CODES.map((name) => [name, series[name] ?? null])) as Codes;
}

/** Browsers have no environment. */
function environment(name: string): string | undefined {
  const {process} = globalThis as {process?: {env?: Record<string, string | undefined>}};
  return process?.env?.[name];
}
