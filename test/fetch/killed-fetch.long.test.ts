// Fetches that are killed at any step: the next one loads the file, or finds it loaded, and nothing is there twice.
import assert from "node:assert/strict";
import {cpSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {listAttempts} from "../../src/store/fetches/attempt.ts";
import {sourceLease} from "../../src/store/fetches/moment.ts";
import {giveUpLease} from "../../src/store/lease.ts";
import {openStore} from "../../src/store/open.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {ryad} from "../command.ts";
import {killBefore, stepsOf} from "../killed-command.ts";
import {temporaryFolder} from "../warehouse.ts";
import {gives, startFalsePublisher} from "./false-publisher.ts";
import {startFetching, table} from "./fetching.ts";

const KILLS = Number(process.env["RYAD_KILLED_MOMENTS"] ?? tries({few: 2, all: 8}));

test("a fetch that is killed at any step leaves nothing half done, and the next one leaves nothing twice [fetch.killed]", async (t) => {
  const publisher = await startFalsePublisher(t);
  const fetching = await startFetching(t);
  publisher.on("/t.xml", gives(table({day: null})));
  await fetching.fetchFrom({id: "s", url: `${publisher.origin}/t.xml`});
  // What is killed is a second release: the publisher has changed a value and packs the file anew for each request.
  let requests = 0;
  publisher.on("/t.xml", (response) => {
    response.end(table({day: null, value: "7", extracted: `2026-04-05T11:22:${10 + (requests++ % 50)}`}));
  });
  const first = join(fetching.folder, "data");
  const {stdout} = await ryad(["release", "list", "--json"], {RYAD_DATA: first});
  assert.equal(JSON.parse(stdout).length, 1);
  const environment = process.env;
  environment["RYAD_SOURCES"] = join(fetching.folder, "sources.yaml");
  t.after(() => {
    delete environment["RYAD_SOURCES"];
  });
  const copy = async (): Promise<string> => {
    const folder = join(await temporaryFolder(t), "data");
    cpSync(first, folder, {recursive: true});
    return folder;
  };
  const steps = await stepsOf(t, ["fetch", "s", "--data", await copy()]);
  assert.ok(steps.length > 30, `${steps.length} steps`);
  for (let kill = 0; kill < KILLS; kill++) {
    const step = 1 + Math.floor(((kill + 0.5) * (steps.length - 5)) / KILLS);
    const folder = await copy();
    await killBefore(step, ["fetch", "s", "--data", folder]);
    // The lease of the dead process would end by itself.
    const left = await openStore({dataFolder: folder});
    await left.sources.write((q) => giveUpLease(q, sourceLease("s"), null));
    await left.close();
    const next = await ryad(["fetch", "s", "--json", "--data", folder]);
    const said = `killed before step ${step}, ${steps[step]}: ${next.stdout}${next.stderr}`;
    assert.equal(next.code, 0, said);
    assert.ok(["loaded", "unchanged"].includes(JSON.parse(next.stdout).outcome), said);
    const releases = JSON.parse((await ryad(["release", "list", "--json", "--data", folder])).stdout);
    assert.equal(releases.length, 2, said);
    const checked = await ryad(["check", "--data", folder]);
    assert.equal(checked.code, 0, said + checked.stdout + checked.stderr);
    const store = await openStore({dataFolder: folder});
    const [last] = await store.sources.read((q) => listAttempts(q, "s", 1));
    await store.close();
    assert.ok(last!.outcome === "loaded" || last!.outcome === "unchanged", said);
  }
});
