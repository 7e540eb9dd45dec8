// The queue with a real store and a real thread: waiting, giving up, and the end of a reading.
import assert from "node:assert/strict";
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import type {EvidenceReader} from "../../service/evidence.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {openStore} from "../../store/open.ts";
import {listReleases} from "../../store/releases/release.ts";
import {readSeries} from "../../store/series/series.ts";
import {Busy} from "../../work/busy.ts";
import {HANG_MS} from "../../work/patience.fixture.ts";
import {loadPath} from "../run.ts";
import {createEvidenceDesk, DESK_LIMITS, type DeskLimits} from "./reader-queue.ts";

const MONTH = 2026 * 12;

async function openDesk(t: TestContext, limits: Partial<DeskLimits> = {}, rows = 3) {
  const folder = await mkdtemp(join(tmpdir(), "ryad-desk-"));
  const store = await openStore({dataFolder: join(folder, "data")});
  const desk = createEvidenceDesk(store, {...DESK_LIMITS, requestMs: HANG_MS, ...limits});
  t.after(async () => {
    await desk.close();
    await store.close();
    await rm(folder, {recursive: true, force: true});
  });
  await mkdir(join(folder, "package"));
  const metadata = {provider: "showdata", dataset: "demo", name: "Демо", published_at: "2026-06-10"};
  await writeFile(join(folder, "package/dataset.json"), JSON.stringify(metadata));
  const lines = Array.from(
    {length: rows},
    (_, row) => `x,c${row % 1000},643,${1900 + Math.floor(row / 1000)}-01,${row}`,
  );
  await writeFile(
    join(folder, "package/observations.csv"),
    ["indicator,class,geo,period,value", "x,one,643,2026-01,7", ...lines, ""].join("\n"),
  );
  await loadPath(store, join(folder, "package"), {provider: null, dataset: null, publishedAt: null});
  const query = await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "demo"});
    const [release] = yield* listReleases(q, dataset!.id);
    const series = (yield* readSeries(q, dataset!.id)).find(({classification}) => classification === "one")!;
    return {releaseId: release!.id, seriesKey: series.key, period: MONTH};
  });
  return {store, desk, query};
}

const never = new AbortController().signal;
const READER = {hasToken: true, name: "1"};

async function answers(desk: EvidenceReader, query: Parameters<EvidenceReader["read"]>[0][number]): Promise<void> {
  const [reading] = await desk.read([query], never, READER);
  assert.deepEqual([reading!.value, reading!.explanation!.locator.line, reading!.problem], [7, 2, null]);
}

test("the thread ends when it is idle and starts again with the next question [evidence.bounded]", async (t) => {
  const {desk, query} = await openDesk(t, {idleMs: 0, cachedBytes: 0});
  for (let again = 0; again < 3; again++) {
    await answers(desk, query);
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test("an aborted signal gives up a waiting request or a running reading, and the next request is answered [evidence.bounded]", async (t) => {
  const {desk, query} = await openDesk(t, {cachedBytes: 0}, 200_000);
  const [first, second] = [new AbortController(), new AbortController()];
  const reading = desk.read([query], first.signal, READER);
  const waiting = desk.read([query], second.signal, READER);
  const last = answers(desk, query);
  second.abort(new Error("the second left"));
  await assert.rejects(waiting, /the second left/);
  first.abort(new Error("the first left"));
  await assert.rejects(reading, /the first left/);
  await last;
});

test("a request that takes too long, or comes when too many wait, is asked to come again later [evidence.bounded]", async (t) => {
  const {desk, query} = await openDesk(t, {requestMs: 1, waiting: 0}, 200_000);
  const slow = desk.read([query], never, READER);
  await assert.rejects(desk.read([query], never, READER), (error) => error instanceof Busy && error.retryAfter > 0);
  await assert.rejects(slow, Busy);
});

test("a result is not read again while the program and the bytes are the same [evidence.bounded]", async (t) => {
  const {store, desk, query} = await openDesk(t);
  await answers(desk, query);
  await store.sources.write(function* () {
    yield {sql: "delete from source_chunk", parameters: []};
  });
  await answers(desk, query);
  const [other] = await desk.read([{...query, period: MONTH + 1}], never, READER);
  assert.match(other!.problem!, /lacks chunk 0 in the archive/);
});

test("a release or a series that is deleted in the meantime is reported as such [evidence.reproduced]", async (t) => {
  const {desk, query} = await openDesk(t);
  const [release, series] = await desk.read(
    [
      {...query, releaseId: 999},
      {...query, seriesKey: "0000000000000000"},
    ],
    never,
    READER,
  );
  assert.deepEqual([release!.value, series!.value], [null, null]);
  assert.match(release!.problem!, /withdrawn in the meantime/);
});

test("a release that needs more memory than the server allows is reported as such, each time [evidence.bounded]", async (t) => {
  const {desk, query} = await openDesk(t, {heapMb: 4});
  for (let again = 0; again < 2; again++) {
    const [reading] = await desk.read([query], never, READER);
    assert.match(reading!.problem!, /more memory than the server allows/);
  }
});
