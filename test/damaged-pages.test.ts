// A server over a store with damaged pages: the requests that need them are refused, all others are answered, and it continues.
import assert from "node:assert/strict";
import {closeSync, openSync, writeSync} from "node:fs";
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import {createToken, type Served, serve} from "./command.ts";
import {makeSampleFolder} from "./sample-folder.ts";
import {temporaryFolder} from "./warehouse.ts";

const PAGE = 8192;
const NOISE = Buffer.from(Array.from({length: PAGE}, (_, index) => (index * 151 + 89) % 251));

const PATHS = [
  "/api/v1/data?dataset=cpi_monthly&geo=all",
  "/api/v1/data?dataset=gdp&geo=country&format=csv",
  "/api/v1/series/search?q=a",
  "/api/v1/concepts/search",
  "/api/v1/reference/datasets",
  "/api/v1/reference/units",
  "/api/v1/updates",
  "/api/v1/odata/series?$top=50",
  "/",
  "/search?q=gdp",
];

/** Tables of which all pages below the root are damaged. */
const HOLES = ["history", "catalogue", "indicator", "unit"];

test("over damaged pages of the statistics a server answers what it can, refuses the rest with INTERNAL and Retry-After, and continues [store.damaged-page errors.internal-retry]", async (t) => {
  const sample = await makeSampleFolder(t);
  const token = await createToken(sample, "free");
  let [whole, failed, unopened] = [0, 0, 0];
  for (const hole of HOLES) {
    const server = await serveDamaged(t, sample, hole).catch((error: Error) => error);
    if (server instanceof Error) {
      assert.match(server.message, /statistics\.db (?:can't be opened|is damaged): /);
      unopened++;
      continue;
    }
    // twice: a failed read of one request could break the next
    for (const path of [...PATHS, ...PATHS]) {
      const isPage = !path.startsWith("/api/");
      const answer: Response = isPage ? await fetch(server.origin + path) : await server.get(path, token);
      const text = await answer.text();
      const where = `${path} without ${hole}: ${answer.status} ${text.slice(0, 200)}`;
      if (answer.status === 200) whole++;
      else failed++;
      if (answer.status === 200 || isPage) continue;
      assert.equal(answer.status, 500, where);
      assert.equal(JSON.parse(text).error.code, "INTERNAL", where);
      assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/, where);
      assert.notEqual(answer.headers.get("x-quota-values-remaining"), null, where);
    }
    assert.equal((await server.get("/health", "")).status, 200);
    assert.equal(server.process.exitCode, null);
    server.process.kill("SIGKILL");
  }
  t.diagnostic(`${whole} answers, ${failed} refusals, ${unopened} not opened`);
  assert.ok(unopened <= 1, "the few pages of the schema alone keep a store from being opened");
  // the home page shows figures, so it needs nearly all tables
  assert.ok(whole >= failed && failed >= 10, `${whole} answers, ${failed} refusals`);
});

async function serveDamaged(t: TestContext, sample: string, table: string): Promise<Served> {
  const folder = join(await temporaryFolder(t), "data");
  await cp(sample, folder, {recursive: true});
  const path = join(folder, "statistics.db");
  const pages = pagesOf(path, table);
  const file = openSync(path, "r+");
  for (const page of pages) writeSync(file, NOISE, 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
  return serve(t, folder);
}

/** The numbers of the pages of a table, from 1 on; a table of one page is its root. */
function pagesOf(path: string, table: string): number[] {
  const db = new DatabaseSync(path, {readOnly: true});
  const pages = db.prepare("select pageno from dbstat where name = ? order by path").all(table);
  db.close();
  const numbers = pages.map(({pageno}) => pageno as number);
  return numbers.length > 1 ? numbers.slice(1) : numbers;
}
