// GET /api/v1/changes: cursors that lead nowhere any more, because of their age, of a restored backup or of another filter, and made-up ones (CONTRACT 6.5).
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import fc from "fast-check";
import {sweepOldChanges} from "../../src/cli/serve/upkeep.ts";
import {SETTINGS} from "../../src/settings/setting-rows.ts";
import {nameRun, parseCursor, type RunName, writeCursor} from "../../src/store/changes/cursor.ts";
import {readRunsBehind} from "../../src/store/changes/read-changes.ts";
import {writeBackup} from "../../src/store/files/backup.ts";
import {restoreBackup} from "../../src/store/files/restore.ts";
import {temporaryFolder} from "../warehouse.ts";
import {type Api, createApi, openApi} from "./client.ts";
import {fileOf, openFiles} from "./dataset-files.ts";
import {loadTidy, MOSCOW, openWith, SAINT_PETERSBURG, type TidyPackage} from "./packages.ts";

const CHANGES = "/api/v1/changes";
const FIRST: TidyPackage = {
  loaded_at: "2026-06-01T10:00:00.000Z",
  published_at: "2026-06-01",
  rows: ["2026-01,1", "2026-02,2"].flatMap((row) => [`x,${MOSCOW},${row}`, `x,${SAINT_PETERSBURG},${row}`]),
};
const part = (day: string, rows: readonly string[], more: object = {}): TidyPackage => ({
  loaded_at: `${day}T10:00:00.000Z`,
  published_at: day,
  rows,
  more: {partial: true, ...more},
});

const ask = async (api: Api, query: string) => (await api.get(`${CHANGES}?${query}`)).json;

test("changes are told for RYAD_CHANGES_DAYS; then the cursor is gone [changes.gone]", async (t) => {
  assert.deepEqual([SETTINGS.changesDays.environment, SETTINGS.changesDays.fallback], ["RYAD_CHANGES_DAYS", "400"]);
  const api = await openWith(t, []);
  const before = (await ask(api, "")).cursor;
  await api.load(FIRST);
  const first = (await ask(api, "")).cursor;
  const within = (await ask(api, `cursor=${before}&limit=1`)).cursor;
  await api.load(part("2026-06-02", [`x,${MOSCOW},2026-02,3`]));
  const second = (await ask(api, "")).cursor;
  await api.load(part("2026-06-03", [`x,${MOSCOW},2026-02,4`]));
  const sweep = (now: string) => sweepOldChanges(api.store, {changesDays: 400}, new Date(now));
  const statuses = async () => {
    const found = [];
    for (const cursor of [before, within, first, second, "start"])
      found.push((await api.get(`${CHANGES}?cursor=${cursor}`)).status);
    return found;
  };
  await sweep("2027-07-06T10:00:00.000Z");
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200], "nothing is older than 400 days");
  await sweep("2027-07-06T10:00:00.001Z");
  assert.deepEqual(
    await statuses(),
    [410, 410, 200, 200, 200],
    "the cursor behind the newest old run has missed nothing",
  );
  await sweep("2027-07-07T10:00:00.001Z");
  assert.deepEqual(await statuses(), [410, 410, 410, 200, 200]);
  await sweep("2040-01-01T00:00:00.000Z");
  assert.deepEqual(await statuses(), [410, 410, 410, 410, 200]);
});

test("the hint of a cursor that is gone names the file of its dataset and the cursor from which nothing of it is told again; where there is none, everything [changes.gone]", async (t) => {
  const api = await openFiles(t, []);
  const before = (await ask(api, "")).cursor;
  const days = ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04"];
  for (const day of days.slice(0, 3)) await api.load(part(day, [`x,${MOSCOW},2026-02,${day.slice(-1)}`]));
  await sweepOldChanges(api.store, {changesDays: 400}, new Date("2040-01-01T00:00:00.000Z"));
  const hint = async (query: string) => {
    const {status, json} = await api.get(`${CHANGES}?cursor=${before}${query}`);
    assert.deepEqual([status, json.error.code], [410, "CURSOR_GONE"]);
    return json.error.hint as string;
  };
  const named = /^take (\S+), and go on from cursor=([\w-]+) with dataset=showdata\/demo; or .*cursor=start$/;
  const [, address, cursor] = named.exec(await hint("&dataset=showdata/demo"))!;
  assert.equal(address, (await fileOf(api, "everything.ndjson.gz")).address);
  const token = await api.createToken("free");
  const more = async () =>
    api.get(`${CHANGES}?cursor=${cursor}&dataset=showdata/demo`, {authorization: `Bearer ${token}`});
  assert.deepEqual((await more()).json.items, []);
  await loadTidy(api.store, await temporaryFolder(t), part(days[3]!, [`x,${MOSCOW},2026-02,4`]));
  assert.equal((await more()).headers["x-values"], "1");
  assert.match(
    await hint(""),
    /\/api\/v1\/files lists, and go on from their `cursor`, with that `dataset`; or .*cursor=start$/,
  );
  assert.equal(await hint("&dataset=showdata/none"), "take everything with cursor=start");
  await sweepOldChanges(api.store, {changesDays: 400}, new Date("2050-01-01T00:00:00.000Z"));
  assert.equal(await hint("&dataset=showdata/demo"), "take everything with cursor=start", "its cursor is gone too");
  const without = await createApi(t, api.store);
  const {error} = (await without.get(`${CHANGES}?cursor=${before}`)).json;
  assert.equal(error.hint, "take everything with cursor=start");
});

test("a cursor of a run that the store does not have, because it was restored from a backup, is gone [changes.gone]", async (t) => {
  const [one, other] = [await openWith(t, [FIRST]), await openWith(t, [FIRST])];
  const {cursor} = await ask(one, "");
  const answer = await other.get(`${CHANGES}?cursor=${cursor}`);
  assert.deepEqual([answer.status, answer.json.error.code], [410, "CURSOR_GONE"]);
  assert.match(answer.json.error.message, /another state of this store/);
});

test("a cursor whose page saw a run that a restored backup does not have is gone, also where the run that it names is in the backup [changes.gone]", async (t) => {
  const rows = Array.from({length: 6}, (_, at) => `x${at},${MOSCOW},2026-01,1`);
  const api = await openWith(t, [{...FIRST, rows: rows.slice(0, 1)}]);
  const first = (await ask(api, "")).cursor;
  await api.load({...part("2026-06-02", rows), more: {partial: true}});
  const started = await ask(api, "cursor=start&limit=2");
  const folder = await temporaryFolder(t);
  const [backup, dataFolder] = [join(folder, "backup"), join(folder, "restored")];
  await writeBackup(api.dataFolder, backup, new Date(), () => {});
  await restoreBackup(backup, dataFolder, false, () => {});
  const restored = await openApi(t, dataFolder, {failing: true});
  const before = {
    "within everything": started,
    "within a run": await ask(api, `cursor=${first}&limit=2`),
    "behind a run": await ask(api, "cursor=start&limit=12"),
    "of now": await ask(api, ""),
  };
  await api.load(
    part(
      "2026-06-03",
      rows.slice(4).map((row) => row.replace(/1$/, "99")),
    ),
  );
  const after = {
    "within everything": await ask(api, `cursor=${started.cursor}&limit=8`),
    "within a run": await ask(api, `cursor=${first}&limit=8`),
    "behind a run": await ask(api, `cursor=${started.cursor}&limit=12`),
    "of now": await ask(api, ""),
  };
  assert.deepEqual(
    Object.values(after).map(({has_more}) => has_more),
    [true, true, true, false],
  );
  for (const [what, {cursor}] of Object.entries(before))
    assert.equal((await restored.get(`${CHANGES}?cursor=${cursor}`)).status, 200, what);
  const lost = async (what: string) => {
    for (const [where, {cursor}] of Object.entries(after)) {
      const answer = await restored.get(`${CHANGES}?cursor=${cursor}`);
      assert.deepEqual([answer.status, answer.json.error?.code], [410, "CURSOR_GONE"], `${where}, ${what}`);
      assert.match(answer.json.error.message, /another state of this store/, `${where}, ${what}`);
    }
  };
  await lost("before another load");
  await loadTidy(
    restored.store,
    folder,
    part(
      "2026-06-04",
      rows.slice(0, 1).map((row) => row.replace(/1$/, "2")),
    ),
  );
  await lost("with another run of the same number");
});

test("a cursor in the middle of some changes is 422 with another provider or dataset, and goes on with its own [changes.parameters]", async (t) => {
  const rows = Array.from({length: 6}, (_, at) => `x${at},${MOSCOW},2026-01,1`);
  const api = await openWith(t, [
    {...FIRST, rows},
    {...FIRST, dataset: "b", rows},
  ]);
  const now = (await ask(api, "")).cursor;
  await api.load(
    part(
      "2026-06-02",
      rows.map((row) => row.replace(/1$/, "2")),
    ),
  );
  const own = "&dataset=showdata/demo";
  for (const begun of ["start", now]) {
    const {cursor} = await ask(api, `cursor=${begun}&limit=2${own}`);
    for (const query of [own, "&provider=showdata&dataset=demo"])
      assert.equal((await api.get(`${CHANGES}?cursor=${cursor}${query}`)).status, 200, query);
    for (const query of ["", "&dataset=showdata/b", "&dataset=demo", "&provider=showdata"]) {
      const {status, json} = await api.get(`${CHANGES}?cursor=${cursor}${query}`);
      assert.equal(status, 422, query);
      assert.match(json.detail[0].msg, /in the middle of the changes of another provider or dataset/);
    }
    const all = (await ask(api, `cursor=${begun}&limit=2`)).cursor;
    assert.equal((await api.get(`${CHANGES}?cursor=${all}`)).status, 200);
    assert.equal((await api.get(`${CHANGES}?cursor=${all}${own}`)).status, 422);
  }
});

test("a made-up cursor is answered, refused as none or gone, and never an internal failure [changes.parameters]", async (t) => {
  const api = await openWith(t, [FIRST, part("2026-06-02", [`x,${MOSCOW},2026-02,3`])]);
  const whole = fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat());
  const text = fc.constantFrom("", "showdata", "demo", "zzz");
  const run = fc.constantFrom(...(await realRuns(api)), {sequence: 0, mark: ""});
  const behind = fc.option(
    fc.record({period: fc.integer({min: -5, max: 2 ** 30}), day: fc.nat(), isWithdrawal: fc.boolean()}),
  );
  const place = {seen: run, filter: fc.constant(""), number: whole, behind};
  const cursors = fc.oneof(
    fc.record({kind: fc.constant("behind" as const), ...{seen: run}}),
    fc.record({kind: fc.constant("within" as const), blob: whole, ...place}),
    fc.record({kind: fc.constant("all" as const), provider: text, code: text, isDone: fc.boolean(), ...place}),
  );
  const ask = async (cursor: string) => (await api.get(`${CHANGES}?cursor=${cursor}`)).status;
  assert.equal(await ask(Buffer.from('[1,0,"",0,"","",0,0]').toString("base64url")), 410, "within no run");
  await fc.assert(
    fc.asyncProperty(cursors, run, async (cursor, named) => {
      const written = writeCursor({...cursor, ...named});
      const status = await ask(written);
      assert.ok((parseCursor(written) === null ? [422] : [200, 410]).includes(status), `${written}: ${status}`);
    }),
    {numRuns: 150},
  );
});

/** The runs of the store, as cursors name them. */
async function realRuns(api: Api): Promise<RunName[]> {
  const runs = await api.store.statistics.read((q) => readRunsBehind(q, 0, {provider: null, dataset: null}, 10));
  return runs.map(nameRun);
}
