// A client as another programmer would write it: types generated from the live document, requests by openapi-fetch, every route once.
//
// One half of the proof is that this file compiles, the other half that it runs.
import createClient from "openapi-fetch";
import type {components, paths} from "./generated/api.ts";

type Series = components["schemas"]["Series"];

/** The results of the client, as texts that a test can compare. */
export interface Findings {
  readonly growth: ReadonlyMap<string, number>;
  readonly territories: readonly string[];
  readonly revisedBy: readonly string[];
  readonly datasets: number;
  readonly refusal: string;
}

export async function useEveryRoute(baseUrl: string, token: string, ask: typeof fetch): Promise<Findings> {
  const client = createClient<paths, "application/json">({
    baseUrl,
    fetch: (request) => ask(request),
    headers: {"X-API-Key": token},
    querySerializer: {array: {style: "form", explode: false}},
  });

  const slice = await client.GET("/api/v1/data", {
    params: {query: {dataset: "gdp", geo: ["country"], transformation: ["pct_yoy"], freq: ["A"], start: "2015"}},
  });
  const {series, observations, dataset, next_offset} = given(slice.data);
  const growth = new Map(observations.map(({period, value}) => [period, value]));
  const annual: Series = given(series[0]);
  const freshness: "fresh" | "overdue" | "archival" | "unknown" = dataset.status;
  const next: number | null = next_offset;
  if (freshness === "fresh" || next !== null) throw new Error("an old dataset of one page");

  const prices = await client.GET("/api/v1/data", {
    params: {query: {dataset: "fedstat/31452", geo: ["RU-77", "RU-78"], limit: 300, labels: 1}},
  });
  const territories = [...new Set(given(prices.data).series.map(({geo_label}) => geo_label))];

  const english = await client.GET("/api/v1/data", {
    params: {query: {dataset: "fedstat/31452", geo: ["RU-77"], limit: 1, lang: "en"}},
  });
  if (given(english.data).series[0]?.geo_label !== "Moscow") throw new Error("English names");

  const path = {series_key: annual.series_key};
  const values = await client.GET("/api/v1/series/{series_key}/observations", {params: {path, query: {limit: 1}}});
  const {items, notes, related} = given(values.data);
  const splices: boolean[] = related.map(({splice}) => splice);
  if (items.length !== 1 || notes.length === 0 || splices.includes(true)) throw new Error("observations");
  const evidence = await client.GET("/api/v1/series/{series_key}/evidence", {params: {path}});
  const revisedBy = given(evidence.data).releases.flatMap((release) =>
    release.revised_values > 0 ? [release.published_at] : [],
  );

  const plan = given(
    (await client.GET("/api/v1/data/plan", {params: {query: {dataset: "gdp", geo: ["country"]}}})).data,
  );
  if (plan.pages !== plan.requests.length || plan.has_more) throw new Error("plan");
  const first = await client.GET("/api/v1/estimates", {
    params: {query: {dataset: "gdp", geo: ["country"], which: "first", limit: 1}},
  });
  const superseded: (string | null)[] = (given(first.data).estimates ?? []).map(({superseded_at}) => superseded_at);
  const wide = await client.GET("/api/v1/series/{series_key}/estimates", {params: {path, query: {layout: "wide"}}});
  const vintages = given((await client.GET("/api/v1/series/{series_key}/vintages", {params: {path}})).data).items;
  if (superseded.length === 0 || given(wide.data).vintages?.length !== vintages.length) throw new Error("vintages");
  const revisions = given((await client.GET("/api/v1/series/{series_key}/revisions", {params: {path}})).data);
  if (revisions.count === 0) throw new Error("revisions");
  const claim = {q: "gdp yearly growth", period: "2016-Q1", value: "98.8"};
  const {verdict} = given((await client.GET("/api/v1/verify", {params: {query: claim}})).data);
  if (verdict !== "was_true") throw new Error(`verify says ${verdict}`);
  const batch = given((await client.POST("/api/v1/verify/batch", {body: {claims: [claim]}})).data).results;
  if (batch[0]?.verdict !== "was_true") throw new Error("batch");
  const text = "Nominal GDP in 2017 was 92,037 billion rubles.";
  const draft = given((await client.POST("/api/v1/verify/draft", {body: {text}})).data).claims;
  if (draft.length !== 1 || draft[0]?.verdict !== "match") throw new Error("draft");

  const datasets = given((await client.GET("/api/v1/reference/datasets")).data).items;
  const csv = await client.GET("/api/v1/reference/datasets", {params: {query: {format: "csv"}}, parseAs: "text"});
  if (!given(csv.data).startsWith("code;provider_code;")) throw new Error("CSV");
  given((await client.GET("/api/v1/reference/geo", {params: {query: {level: "district"}}})).data);
  given((await client.GET("/api/v1/reference/codes", {params: {query: {dataset: "cpi_monthly"}}})).data);
  given((await client.GET("/api/v1/reference/methodology")).data);
  given((await client.GET("/api/v1/reference/related")).data);
  given((await client.GET("/api/v1/reference/units")).data);
  given((await client.GET("/api/v1/reference/continuity")).data);
  given((await client.GET("/api/v1/updates", {params: {query: {provider: "cbr", limit: 1}}})).data);
  const changes = given((await client.GET("/api/v1/changes", {params: {query: {cursor: "start", limit: 3}}})).data);
  if (changes.items[0]?.kind !== "series_added" || !changes.has_more) throw new Error("changes");
  const states = given((await client.GET("/api/v1/states")).data).datasets;
  const keyRate = {provider: "cbr", dataset: "key_rate"};
  const state = given((await client.GET("/api/v1/states/{provider}/{dataset}", {params: {path: keyRate}})).data);
  if (!states.some(({version}) => version === state.version)) throw new Error("states");
  given((await client.GET("/api/v1/calendar", {params: {query: {provider: "cbr"}}})).data);
  given((await client.GET("/api/v1/reference/series", {params: {query: {dataset: "cbr/key_rate"}}})).data);
  const named = await client.GET("/api/v1/observations", {params: {query: {series: [annual.series_key], last: 2}}});
  if (given(named.data).observations.length !== 2) throw new Error("named observations");
  const derived = await client.GET("/api/v1/derived", {
    params: {query: {series: [annual.series_key], derive: "change", last: 1}},
  });
  if (given(derived.data).observations.length !== 1) throw new Error("derived values");
  const panel = await client.GET("/api/v1/panel", {
    params: {query: {series: [annual.series_key], days: ["2016-12-31", "2025-12-31"], start: "2014"}},
  });
  const {cells = [], value_count} = given(panel.data);
  if (cells.filter(({value}) => value !== null).length !== value_count) throw new Error("panel");
  const releases = given((await client.GET("/api/v1/releases", {params: {query: {dataset: "gdp", limit: 1}}})).data);
  const {release_id} = given(releases.items[0]);
  const release = await client.GET("/api/v1/releases/{release_id}", {params: {path: {release_id: String(release_id)}}});
  if (given(release.data).headlines.length === 0) throw new Error("headlines");
  const cube = given(
    (await client.GET("/api/v1/jsonstat", {params: {query: {dataset: "gdp", geo: ["country"]}}})).data,
  );
  if (cube.version !== "2.0") throw new Error("jsonstat");
  given((await client.GET("/api/v1/jsonstat/dimensions", {params: {query: {dataset: "gdp"}}})).data);
  // files are written behind a start, so there may be none yet
  given((await client.GET("/api/v1/files")).data);
  const none = {path: {provider: "rosstat_files", dataset: "gdp", version: "none"}};
  const manifest = await client.GET("/api/v1/files/{provider}/{dataset}/{version}/manifest.json", {params: none});
  if (manifest.response.status !== 404) throw new Error("manifest");

  const hits = given((await client.GET("/api/v1/series/search", {params: {query: {q: "рост ВВП", freq: ["A"]}}})).data);
  const best = given(hits.items[0]);
  const standing: "active" | "stalled" = best.status;
  if (hits.total === 0 || standing !== "active") throw new Error("search");
  const concepts = given((await client.GET("/api/v1/concepts/search", {params: {query: {q: "ВВП"}}})).data).items;
  const {concept_id} = given(concepts[0]);
  const card = await client.GET("/api/v1/concepts/{concept_id}", {params: {path: {concept_id}}});
  if (given(card.data).geo_count === 0) throw new Error("concept");

  const listed = await client.GET("/api/v1/odata/series", {
    params: {query: {$filter: "dataset_code eq 'gdp'", $top: 1, asOf: "2016-04-30"}},
  });
  const $filter = `series_key eq '${given(listed.data).value[0]?.series_key}'`;
  const rows = given((await client.GET("/api/v1/odata/observations", {params: {query: {$filter}}})).data).value;
  if (rows.length === 0 || typeof rows[0]?.value !== "number") throw new Error("OData");

  const refused = await client.GET("/api/v1/data", {params: {query: {dataset: "nothing"}}});
  const refusal = refused.error !== undefined && "error" in refused.error ? refused.error.error.code : "none";
  return {growth, territories, revisedBy, datasets: datasets.length, refusal};
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("an answer that is no answer");
  return value;
}
