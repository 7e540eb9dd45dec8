// Pulls that are refused in the middle: what was paid for is kept, a lost cursor is begun again, and other datasets go on.
//
// The service is a real one; only its refusals are made here, at chosen pages.
import assert from "node:assert/strict";
import {once} from "node:events";
import {rmSync, writeFileSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {CursorGone} from "../src/cli/pull/problem.ts";
import {type Pulling, pullRound, rememberNothing, takeMirror} from "../src/cli/pull/pull-round.ts";
import {createService} from "../src/cli/pull/service.ts";
import {Refusal} from "../src/service/refusal.ts";
import {listMirrored} from "../src/store/changes/mirror.ts";
import type {Api} from "./api/client.ts";
import {MOSCOW, openWith, type TidyPackage} from "./api/packages.ts";
import {temporaryStore} from "./warehouse.ts";

interface Interrupted {
  readonly pulling: Pulling;
  /** Values that pages of changes gave. */
  charged: number;
  /** What a page is refused with; null: it is given. @param query of the page */
  refuse: (query: URLSearchParams) => Error | null;
}

async function interrupted(t: TestContext, api: Pick<Api, "get">): Promise<Interrupted> {
  const {store, dataFolder} = await temporaryStore(t);
  const own: Interrupted = {
    charged: 0,
    refuse: () => null,
    pulling: {
      ...{store, dataFolder, only: null, say: () => {}, note: () => {}, now: () => new Date("2026-07-01T10:00:00Z")},
      service: {
        origin: "http://source",
        async ask(path) {
          const query = new URL(path, "http://source").searchParams;
          const refusal = path.includes("/changes?cursor=") ? own.refuse(query) : null;
          if (refusal !== null) throw refusal;
          const {json} = await api.get(path);
          for (const {value} of path.includes("/changes?cursor=") ? json.items : [])
            own.charged += value === null ? 0 : 1;
          return json;
        },
        find: async (path) => (path.includes("/states/") ? (await api.get(path)).json : null),
        findBytes: async (path) => (await api.get(path)).raw,
        read: () => assert.fail("no files are offered"),
      },
    },
  };
  await takeMirror(own.pulling);
  return own;
}

const many = (dataset: string, count: number): TidyPackage => ({
  dataset,
  rows: Array.from({length: count}, (_, at) => `x,${MOSCOW},${1800 + at},${at}`),
});

test("a whole take that a quota ends goes on behind its pages and pays for none twice, also where its cursor was gone before [pull.killed]", async (t) => {
  const api = await openWith(t, [many("large", 300), many("other", 2)]);
  const round = await interrupted(t, {get: (path) => api.get(path.replace("limit=1000", "limit=100"))});
  const large = (query: URLSearchParams) => query.get("dataset")!.endsWith("large");
  const quota = () => {
    let pages = 0;
    round.refuse = (query) => (large(query) && ++pages > 2 ? new Refusal("the quota is used up") : null);
  };
  quota();
  assert.equal(await pullRound(round.pulling, rememberNothing()), 1);
  quota();
  await pullRound(round.pulling, rememberNothing());
  round.refuse = () => null;
  assert.equal(await pullRound(round.pulling, rememberNothing()), 0);
  assert.equal(round.charged, 302);

  // the cursor of the mirror is gone, so all is taken anew, once
  round.charged = 0;
  await api.load({...many("large", 301), published_at: "2026-06-11"});
  let pages = 0;
  round.refuse = (query) => {
    if (!large(query)) return null;
    if (pages === 0) return pages++ === 0 ? new CursorGone() : null;
    return ++pages > 3 ? new Refusal("the quota is used up") : null;
  };
  assert.equal(await pullRound(round.pulling, rememberNothing()), 1);
  round.refuse = () => null;
  assert.equal(await pullRound(round.pulling, rememberNothing()), 0);
  assert.equal(round.charged, 301);
});

test("waiting pages whose cursor is gone are forgotten, and the dataset is begun again [pull.killed]", async (t) => {
  const api = await openWith(t, [many("large", 300), many("other", 2)]);
  const round = await interrupted(t, {get: (path) => api.get(path.replace("limit=1000", "limit=100"))});
  const isFirst = (query: URLSearchParams) =>
    query.get("cursor") === "start" || query.get("dataset")!.endsWith("other");
  round.refuse = (query) => (isFirst(query) ? null : new Refusal("the quota is used up"));
  assert.equal(await pullRound(round.pulling, rememberNothing()), 1);
  let gone = 1;
  round.refuse = (query) => (!isFirst(query) && gone-- > 0 ? new CursorGone() : null);
  assert.equal(await pullRound(round.pulling, rememberNothing()), 0);
});

test("waiting pages of a state that the service has lost are forgotten, and the changes since the stored cursor are taken again, not everything [pull.killed]", async (t) => {
  const api = await openWith(t, [many("large", 300)]);
  const round = await interrupted(t, {get: (path) => api.get(path.replace("limit=1000", "limit=100"))});
  assert.equal(await pullRound(round.pulling, rememberNothing()), 0);
  const revised = many("large", 300).rows.map((row, at) => (at < 150 ? row : `${row}5`));
  await api.load({dataset: "large", rows: revised, published_at: "2026-06-11"});
  let pages = 0;
  round.refuse = () => (++pages > 1 ? new Refusal("the quota is used up") : null);
  assert.equal(await pullRound(round.pulling, rememberNothing()), 1);
  round.charged = 0;
  const asked: string[] = [];
  round.refuse = (query) => (asked.push(query.get("cursor")!) === 1 ? new CursorGone() : null);
  assert.equal(await pullRound(round.pulling, rememberNothing()), 0);
  assert.equal(round.charged, 150);
  assert.ok(!asked.includes("start"));
});

test("a dataset whose codes are none is refused before a page of it is asked for, and the others are taken [pull.refused]", async (t) => {
  const api = await openWith(t, [many("one", 3), many("other", 2)]);
  for (const [member, code] of [
    ["dataset_code", "../../outside"],
    ["dataset_code", ".."],
    ["provider_code", "a/b"],
    ["provider_code", ""],
  ] as const) {
    const notes: string[] = [];
    const given = async (path: string) => {
      const answer = await api.get(path);
      if (path === "/api/v1/states") answer.json.datasets[0][member] = code;
      return answer;
    };
    const round = await interrupted(t, {get: given});
    const asked: string[] = [];
    round.refuse = (query) => {
      asked.push(query.get("dataset")!);
      return null;
    };
    assert.equal(await pullRound({...round.pulling, note: (line) => void notes.push(line)}, rememberNothing()), 1);
    assert.equal(notes.length, 1);
    assert.match(notes[0]!, /has a dataset whose (provider|dataset) code must/);
    assert.deepEqual(asked, ["showdata/other"]);
    assert.deepEqual((await round.pulling.store.statistics.read(listMirrored)).length, 1);
  }
});

test("a dataset whose pages can't be kept on the disk is told and tried again in the next round, so a pull that watches goes on [pull.watch]", async (t) => {
  const api = await openWith(t, [many("one", 3)]);
  const round = await interrupted(t, api);
  const notes: string[] = [];
  const pulling = {...round.pulling, note: (line: string) => void notes.push(line)};
  const remembered = rememberNothing();
  const folder = join(pulling.dataFolder, "pull");
  writeFileSync(folder, "a file in the place of the folder");
  assert.equal(await pullRound(pulling, remembered), 1);
  assert.match(notes[0]!, /^showdata\/one: E/);
  rmSync(folder);
  assert.equal(await pullRound(pulling, remembered), 0);
  assert.equal(round.charged, 3);
});

test("an answer that is no object is refused, so a pull that watches goes on [pull.watch]", async (t) => {
  for (const body of ["null", "1", '"x"']) {
    const server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
    t.after(() => server.close());
    await once(server, "listening");
    const service = createService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, null, () => {});
    await assert.rejects(service.ask("/api/v1/changes"), Refusal);
  }
});

test("a week that gets another day is charged once [pull.weeks]", async (t) => {
  const weekly = (published_at: string, date: string): TidyPackage => ({
    ...{dataset: "weeks", published_at, header: "indicator,geo,freq,week,value"},
    rows: [`x,${MOSCOW},W,2031-W02,1`, "x,643,W,2031-W02,2"],
    more: {weeks: [{year: 2031, week: 2, date}]},
  });
  const api = await openWith(t, [weekly("2031-01-15", "2031-01-07")]);
  const round = await interrupted(t, api);
  await pullRound(round.pulling, rememberNothing());
  round.charged = 0;
  await api.load(weekly("2031-01-16", "2031-01-08"));
  assert.equal(await pullRound(round.pulling, rememberNothing()), 0);
  assert.equal(round.charged, 2);
});
