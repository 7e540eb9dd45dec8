// The real-time panel read unchanged by a forecast evaluation in pandas, as docs/derived.md shows it.
//
// PYTHON names a python3 with the packages of requirements.txt.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {test} from "node:test";
import {startLive} from "./live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const skip = spawnSync(PYTHON, ["-c", "import pandas, numpy"]).status !== 0 && "needs a python3 with pandas";
/** Quarterly GDP of the samples: ten releases of revisions. */
const GDP = "ycowezjyqr7n2olm";

test("a forecast evaluation in pandas reads the panel unchanged, and sees nothing that came later [panel.forecast]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const script = new URL("forecast.py", import.meta.url).pathname;
  const run = spawnSync(PYTHON, [script, live.origin, live.token, GDP], {encoding: "utf8"});
  assert.equal(run.status, 0, run.stderr);
  const {forecasts, periods, rmse} = JSON.parse(run.stdout);
  assert.ok(forecasts > 20 && periods > 5, run.stdout);
  for (const error of Object.values(rmse)) assert.ok(Number.isFinite(error) && (error as number) > 0, run.stdout);
});
