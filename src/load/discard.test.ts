// A held run is accepted and discarded at the same time: only one of the two succeeds, and no release is left without its bytes.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../test/warehouse.ts";
import {Refusal} from "../service/refusal.ts";
import {openStore} from "../store/open.ts";
import {listReleasedFiles} from "../store/releases/release-file.ts";
import {deleteSourceFile, listSourceFiles} from "../store/releases/source-file.ts";
import {discardRun} from "../store/releases/unpublished-run.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "./run.ts";
import {emissMessage, NO_HINTS} from "./sources/fedstat/emiss-message.fixture.ts";
import {verifyStore} from "./verify/verification.ts";
import {withdraw} from "./withdrawal.ts";

test("a run that is discarded while it is being accepted is not published [load.discard]", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "a.xml");
  const series = [
    {
      key: {s_OKATO: "643"},
      observations: [
        ["2020", "1"],
        ["2021", "12,x"],
      ] as const,
    },
  ];
  await writeFile(path, emissMessage({indicator: "99001", lastUpdate: "2024-03-05T00:00:00", series} as never));
  const store = await openStore({dataFolder: join(folder, "data")});
  t.after(() => store.close());
  const {held} = await loadPath(store, path, {provider: null, dataset: null, publishedAt: null});
  let discarding: Promise<unknown> | null = null;
  const effects = {
    ...PLAIN_EFFECTS,
    onProgress() {
      discarding ??= store.statistics.write((q) =>
        discardRun(q, held!.run, {at: "2024-03-06T00:00:00Z", by: "she", reason: ""}),
      );
    },
  };
  await assert.rejects(acceptRun(store, held!.run, effects), /no longer held/);
  assert.notEqual(await discarding, null);
});

test("loading the same file again restores the bytes of a load that was killed before it could check them [load.discard]", async (t) => {
  const {store} = await temporaryStore(t);
  const path = join(await temporaryFolder(t), "a.xml");
  await writeFile(path, emissMessage({series: [{observations: [["2020", "1"]]}]}));
  assert.equal((await loadPath(store, path, NO_HINTS)).changed, true);
  const archived = () => store.sources.read((q) => listSourceFiles(q));
  const before = await archived();
  // A discard of the same bytes does this between the publishing and the end of that load.
  await store.sources.write((q) => deleteSourceFile(q, before[0]!.sha256));
  assert.equal((await loadPath(store, path, NO_HINTS)).changed, false);
  assert.deepEqual(await archived(), before);
  const findings: string[] = [];
  const options = {deep: true, memoryLimit: 2 ** 24, onFinding: (words: string) => findings.push(words)};
  await verifyStore(store, options);
  assert.deepEqual(findings, []);
});

test("a release cannot be withdrawn while another one lacks its bytes, and the refusal says what to do [load.discard]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const [day, value] of [
    ["05", "1"],
    ["06", "2"],
  ] as const) {
    const path = join(folder, `${day}.xml`);
    const lastUpdate = `2024-03-${day}T00:00:00`;
    await writeFile(path, emissMessage({lastUpdate, series: [{observations: [["2020", value]]}]}));
    assert.equal((await loadPath(store, path, NO_HINTS)).changed, true);
  }
  const [first, second] = await store.statistics.read((q) => listReleasedFiles(q));
  await store.sources.write((q) => deleteSourceFile(q, second!.sha256));
  await assert.rejects(withdraw(store, first!.releaseId, PLAIN_EFFECTS), (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.match(error.message, /the archived file 06\.xml \(sha256:\w+\) lacks chunk 0 in the archive/);
    assert.match(error.hint!, /ryad check --deep lists what is damaged/);
    return true;
  });
});
