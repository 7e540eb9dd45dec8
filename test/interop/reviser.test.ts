// The real-time panel in reviser, the package of R for the analysis of revisions, beside our own statistics of the same revisions.
//
// Debian does not have reviser: where R lacks it, the test is skipped by name.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {test} from "node:test";
import {promisify} from "node:util";
import {type Json, startLive} from "./live.ts";

const skip =
  spawnSync("Rscript", ["-e", "for (name in c('reviser', 'curl', 'jsonlite')) loadNamespace(name)"]).status !== 0 &&
  "needs R with reviser, curl and jsonlite";
/** Quarterly GDP of the samples: ten releases of revisions. */
const GDP = "ycowezjyqr7n2olm";

test("reviser reads the panel, and finds the first and the latest release of each period as revisions has them [panel.forecast]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const script = new URL("reviser.R", import.meta.url).pathname;
  // without a service manager R asks for the time zone in vain
  const env = {...process.env, R_PROFILE: "/dev/null", TZ: "UTC"};
  const {stdout} = await promisify(execFile)("Rscript", [script, live.origin, live.token, GDP], {env});
  const {periods, bias, observations, ...found} = JSON.parse(stdout) as Json;
  const ours = (await (await live.get(`/api/v1/series/${GDP}/revisions`)).json()) as Json;
  assert.deepEqual([periods, observations], [ours.count, ours.count]);
  for (const [name, value] of Object.entries({...found, bias}) as [string, number][]) {
    const own = name === "bias" ? ours.mean : ours[name];
    assert.ok(
      Math.abs(value - own) < 1e-9 * Math.max(1, Math.abs(own)),
      `${name}: reviser has ${value}, we have ${own}`,
    );
  }
});
