// Derived values of the live service against pandas: the samples, and datasets of random values with gaps.
//
// PYTHON names a python3 with the packages of requirements.txt.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {join} from "node:path";
import {test} from "node:test";
import {writePackage} from "../warehouse.ts";
import {startLive} from "./live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const skip = spawnSync(PYTHON, ["-c", "import pandas"]).status !== 0 && "needs a python3 with pandas";
const RANDOM_DATASETS = 20;
const COMMAND = new URL("../../bin/ryad.js", import.meta.url).pathname;

/** The same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Periods of one frequency, from 2010 on, of which some are missing. */
function periodsOf(freq: "M" | "Q" | "A" | "D", count: number, random: () => number): string[] {
  const all = Array.from({length: count}, (_, at) => {
    if (freq === "A") return String(1950 + at);
    if (freq === "Q") return `${2000 + Math.floor(at / 4)}-Q${(at % 4) + 1}`;
    if (freq === "M") return `${2005 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    return new Date(Date.UTC(2019, 0, 1 + at)).toISOString().slice(0, 10);
  });
  return all.filter(() => random() > 0.04);
}

test("each step equals pandas on all series of the samples and on 20 random datasets, gaps and edges included [derived.pandas]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  for (let nth = 0; nth < RANDOM_DATASETS; nth++) {
    const random = randomOf(nth + 1);
    const freq = (["M", "Q", "A", "D"] as const)[nth % 4]!;
    const rows = ["643", "45000000000"].flatMap((geo) =>
      ["level", "level_ytd", "pct_mom"].flatMap((code) =>
        periodsOf(freq, freq === "D" ? 400 : 70, random).map((period) => {
          const value = code === "pct_mom" ? 95 + 10 * random() : 1000 * random() - (random() < 0.1 ? 1100 : 0);
          return `x,${code},${code === "pct_mom" ? "PCT" : "RUB"},${geo},${period},${value.toFixed(2)}`;
        }),
      ),
    );
    const path = join(live.folder, `random${nth}`);
    const units = [
      {code: "PCT", name: "процент"},
      {code: "RUB", name: "рубль"},
    ];
    const head = {
      provider: "showdata",
      dataset: `random${nth}`,
      name: `Random ${nth}`,
      published_at: "2026-06-10",
      units,
    };
    await writePackage(path, head, "indicator,transformation,unit,geo,period,value", rows);
    const {status, stderr} = spawnSync(process.execPath, [
      COMMAND,
      "load",
      path,
      "--data",
      join(live.folder, "data", "sample"),
    ]);
    assert.equal(status, 0, String(stderr));
  }
  const script = new URL("derived.py", import.meta.url).pathname;
  const {status, stdout, stderr} = spawnSync(PYTHON, [script, live.origin, live.token], {encoding: "utf8"});
  assert.equal(status, 0, stderr);
  const found = JSON.parse(stdout);
  assert.deepEqual(found.wrong, []);
  assert.ok(found.series > 500 && found.values > 50_000 && found.refused > 100, stdout);
});
