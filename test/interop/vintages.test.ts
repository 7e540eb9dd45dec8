// Vintages in pandas and R, as docs/clients.md has them, and the statistics of revisions beside numpy.
//
// PYTHON names a python3 with the packages of requirements.txt.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {MOSCOW, openWith, type TidyPackage} from "../api/packages.ts";
import {type Json, type Live, startLive} from "./live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const DOCUMENT = readFileSync(join(import.meta.dirname, "../../docs/clients.md"), "utf8");

const lacks = (program: string, ...words: string[]): boolean => spawnSync(program, words).status !== 0;
const SKIP_PYTHON = lacks(PYTHON, "-c", "import numpy, pandas") && "needs a python3 with pandas and numpy";

function run(program: string, words: readonly string[], live: Live, input = ""): string {
  const ended = spawnSync(program, words, {input, encoding: "utf8", env: {...process.env, TOKEN: live.token}});
  assert.equal(ended.status, 0, ended.stderr || ended.stdout);
  return ended.stdout;
}

/** What the example has to print, from the answers themselves. */
async function expectedLine(live: Live, key: string): Promise<string> {
  const get = async (path: string): Promise<Json> => (await live.get(`/api/v1/series/${key}/${path}`)).json();
  const [{estimate_count}, {items}, {mean}] = [await get("estimates"), await get("vintages"), await get("revisions")];
  return `${estimate_count} estimates, ${items.length} vintages, mean revision ${mean.toFixed(3)}`;
}

for (const [language, program, skip] of [
  ["python", PYTHON, SKIP_PYTHON],
  ["r", "Rscript", lacks("Rscript", "--version") && "needs R"],
] as const) {
  test(`the example of vintages in ${language} prints what the server has [vintages.clients]`, {skip}, async (t) => {
    const live = await startLive(t);
    const [, script] = new RegExp(`\`\`\`${language} vintages\n([\\s\\S]*?)\`\`\``).exec(DOCUMENT)!;
    const key = /series\/([0-9a-z]{16})/.exec(script!)![1]!;
    const own = script!.replaceAll("http://127.0.0.1:8080", live.origin);
    const printed = run(program, ["-"], live, own);
    assert.ok(printed.includes(await expectedLine(live, key)), printed);
  });
}

/** Twenty series with up to seven estimates of a period; those before the sixth are short, the last is never revised. */
function randomReleases(): TidyPackage[] {
  let state = 20160430;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const values = new Map<string, number>();
  return Array.from({length: 7}, (_, release) => {
    const rows: string[] = [];
    for (let series = 0; series < 20; series++) {
      for (let year = 1980; year < 1984 + (series < 5 ? series : 30) + release; year++) {
        const name = `x,c${series},${MOSCOW},${year}`;
        const isNew = !values.has(name);
        if (isNew || (series < 19 && random() < 0.3)) values.set(name, Math.round((random() * 200 - 100) * 100) / 100);
        rows.push(`${name},${values.get(name)}`);
      }
    }
    return {
      dataset: "revised",
      header: "indicator,class,geo,period,value",
      rows,
      more: {revised: true},
      published_at: `20${18 + release}-04-30`,
    };
  });
}

test("the statistics of the revisions of 20 series agree with numpy to 1e-9 [vintages.revisions]", {
  skip: SKIP_PYTHON,
}, async (t) => {
  const api = await openWith(t, randomReleases());
  const {series} = (await api.get("/api/v1/data?dataset=revised&limit=300&start=2100")).json;
  const keys = series.map((one: Json) => one.series_key);
  const origin = await api.server.listen({port: 0, host: "127.0.0.1"});
  const script = join(import.meta.dirname, "revisions.py");
  const {stdout} = await promisify(execFile)(PYTHON, [script, origin, api.token, ...keys]);
  const [agreed, revised, bands] = stdout.trim().split(" ").map(Number);
  assert.deepEqual([agreed, revised], [20, 19]);
  assert.ok(bands! >= 10, stdout);
});
