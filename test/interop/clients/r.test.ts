// The client for R, from the package that R builds of it, with the live service.
//
// R CMD check runs the package's own tests against the service too.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {cpSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {type Json, type Live, startLive} from "../live.ts";
import {startImpatientProxy} from "./impatient-proxy.ts";
import {exampleOf} from "./readme.ts";

const SOURCES = join(import.meta.dirname, "../../../clients/r");
const NEEDS = "for (name in c('curl', 'jsonlite', 'testthat')) loadNamespace(name)";
const skip = spawnSync("Rscript", ["-e", NEEDS]).status !== 0 && "needs R with curl, jsonlite and testthat";
const KEY = "z7w59v18z36wzfeo";

const SCRIPT = `
library(ryad)
service <- ryad()
wide <- ryad_series(service, "${KEY}", last = 3)
rows <- ryad_data(service, "cpi_weekly", geo = "all", limit = 2)
found <- list(
  columns = names(wide), periods = format(wide$period), values = wide[["${KEY}"]],
  rows = paste(rows$series_key, rows$period), numbers = rows$value, unit = rows$unit[1], estimates = nrow(ryad_vintages(service, "ycowe7zbqp9rhk93")),
  verdict = ryad_verify(service, "5.59", series = "${KEY}", period = "2025-12")$verdict
)
cat(jsonlite::toJSON(found, digits = NA, auto_unbox = TRUE))
`;

const WAITING = `
library(ryad)
told <- function(asked) tryCatch({asked; list()}, ryad_error = function(fault) list(fault$status, fault$code, conditionMessage(fault)))
service <- ryad(patience = 5)
began <- Sys.time()
datasets <- nrow(ryad_datasets(service))
waited <- as.numeric(difftime(Sys.time(), began, units = "secs"))
found <- list(
  datasets = datasets, waited = waited, month = told(ryad_catalogue(service, "gdp")), gateway = told(ryad_search(service, "gdp"))
)
cat(jsonlite::toJSON(found, digits = NA, auto_unbox = TRUE))
`;

async function runR(live: Live, program: "R" | "Rscript", words: readonly string[], url: string): Promise<string> {
  const own = {RYAD_URL: url, RYAD_TOKEN: live.token, R_PROFILE: "/dev/null", R_LIBS: join(live.folder, "ryad.Rcheck")};
  const options = {cwd: live.folder, env: {...process.env, ...own}, maxBuffer: 1 << 26};
  return (await promisify(execFile)(program, words, options)).stdout;
}

test("the package of the client for R passes R CMD check, gives frames with the values of the slice, waits where the service says so and sends nothing else twice [clients.r]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  cpSync(SOURCES, join(live.folder, "sources"), {recursive: true});
  await runR(live, "R", ["CMD", "build", "sources"], live.origin);
  const check = ["CMD", "check", "--no-manual", "ryad_1.0.0.tar.gz"];
  const said = await runR(live, "R", check, live.origin).catch((fault) => fault.stdout as string);
  assert.match(said, /\nStatus: OK\n/, said);
  const tests = readFileSync(join(live.folder, "ryad.Rcheck/tests/testthat.Rout"), "utf8");
  assert.match(tests, /\[ FAIL 0 \| WARN 0 \| SKIP 0 \| PASS \d+ \]/);

  const found = JSON.parse(await runR(live, "Rscript", ["-e", SCRIPT], live.origin)) as Json;
  await runR(live, "Rscript", ["-e", exampleOf("r")], live.origin);
  const {items} = (await (await live.get(`/api/v1/series/${KEY}/observations?limit=3`)).json()) as Json;
  assert.deepEqual(
    [found.columns, found.periods, found.values],
    [["period", KEY], items.map(({period}: Json) => period), items.map(({value}: Json) => value)],
  );
  const slice = (await (await live.get("/api/v1/data?dataset=cpi_weekly&geo=all&limit=300")).json()) as Json;
  assert.deepEqual(
    found.rows,
    slice.observations.map(({series_key, period}: Json) => `${series_key} ${period}`),
  );
  assert.deepEqual(
    found.numbers,
    slice.observations.map(({value}: Json) => value),
  );
  const {estimate_count} = (await (await live.get("/api/v1/series/ycowe7zbqp9rhk93/estimates")).json()) as Json;
  assert.deepEqual([found.unit, found.verdict, found.estimates], [slice.series[0].unit, "match", estimate_count]);

  const proxy = await startImpatientProxy(t, live.origin, {
    "reference/datasets": {status: 429, times: 1, retryAfter: "1"},
    "reference/series": {status: 429, times: 9, retryAfter: "3600"},
    "series/search": {status: 502, times: 9},
  });
  const waiting = JSON.parse(await runR(live, "Rscript", ["-e", WAITING], proxy.origin)) as Json;
  assert.ok(waiting.waited >= 1, `${waiting.waited} s`);
  assert.equal(waiting.datasets, 12);
  assert.deepEqual(waiting.month, [429, "RATE_LIMITED", "20 requests a minute (wait)"]);
  assert.deepEqual(waiting.gateway, [502, "", "HTTP 502"]);
  assert.deepEqual(
    [...proxy.asked],
    [
      ["reference/datasets", 2],
      ["reference/series", 1],
      ["series/search", 1],
    ],
  );
});
