// ryad pull by files: a dataset begins with its file, goes on by changes, and is compared by digest; whatever is wrong with a file is told and nothing is half done.
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {once} from "node:events";
import {existsSync, readdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as wait} from "node:timers/promises";
import {gunzipSync, gzipSync} from "node:zlib";
import {datasetDigest} from "../src/cli/pull/mirror-digest.ts";
import {decodeHistory} from "../src/statistics/history/decode.ts";
import {encodeHistory} from "../src/statistics/history/encode.ts";
import {listMirrored} from "../src/store/changes/mirror.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {readHistories, writeHistories} from "../src/store/series/history.ts";
import {HANG_MS} from "../src/work/patience.fixture.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {type Acting, actOnce, createRandom, difference, exported} from "./api/changes.suite.ts";
import {type Api, spend} from "./api/client.ts";
import {usedBy} from "./api/dataset-files.ts";
import {loadTidy, MOSCOW, type TidyPackage} from "./api/packages.ts";
import {ryad, ryadProgram, spawnRyad} from "./command.ts";
import {isFile, openSource, type PulledSource} from "./pulled-source.ts";
import {temporaryFolder} from "./warehouse.ts";

/** More rounds: RYAD_TEST_PULL_KILLS=50. */
const ROUNDS = tries({few: 6, all: 14});
const KILLS = Number(process.env["RYAD_TEST_PULL_KILLS"] ?? tries({few: 2, all: 8}));
/** Bytes that a breaking connection lets through. */
const PART = 10_000;
const CODE = {provider: "showdata", dataset: "large"};
const large = (count: number, more: Partial<TidyPackage> = {}): TidyPackage => ({
  ...{dataset: "large", published_at: "2026-06-10"},
  rows: Array.from(
    {length: count},
    (_, at) => `x${at % 70},${MOSCOW},${1900 + Math.floor(at / 70)},${(at * 7919) % 9973}.5`,
  ),
  ...more,
});

async function pull(source: PulledSource, mirror: string, token = source.api.token) {
  source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
  return await ryad(["pull", source.origin, "--data", mirror], {RYAD_PULL_TOKEN: token});
}

/** What the mirror has, compared with its source; and which version of its files each dataset was compared with. */
async function held(source: Store, mirror: string): Promise<Map<string, string | null>> {
  const store = await openStore({dataFolder: mirror});
  try {
    for (const layout of ["plain", "estimates"] as const)
      assert.deepEqual(difference(await exported(store, null, layout), await exported(source, null, layout)), []);
    const mirrored = await store.statistics.read(listMirrored);
    return new Map(mirrored.map(({provider, dataset, compared}) => [`${provider}/${dataset}`, compared]));
  } finally {
    await store.close();
  }
}

async function mirrorFolder(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), "mirror");
}

async function listed(api: Api): Promise<{name: string; version: string; digest: string; files: {rows: number}[]}[]> {
  const {json} = await api.get("/api/v1/files");
  return json.datasets.map((one: Record<string, unknown>) => ({
    ...one,
    name: `${one["provider_code"]}/${one["dataset_code"]}`,
  }));
}

test("the file of everything has the items of cursor=start, the same ones with all their members, and charges its values; the digest is that of the store [files.everything]", async (t) => {
  const source = await openSource(t);
  const acting: Acting = {
    ...{store: source.store, random: createRandom(20268), folder: await temporaryFolder(t)},
    ...{clock: Date.UTC(2026, 0, 1), written: 0},
  };
  for (let act = 0; act < 30; act++) await actOnce(acting);
  await source.writeFiles();
  const found = await listed(source.api);
  assert.ok(found.length >= 3);
  for (const {name, version, digest, files} of found) {
    const items = [];
    for (let cursor = "start"; ; ) {
      const {json} = await source.api.get(`/api/v1/changes?cursor=${cursor}&dataset=${name}&limit=1000`);
      items.push(...json.items);
      cursor = json.cursor;
      if (json.has_more) continue;
      assert.equal(json.version, version);
      break;
    }
    const {raw, headers} = await source.api.get(`/api/v1/files/${name}/${version}/everything.ndjson.gz`);
    const lines = gunzipSync(raw).toString().trimEnd().split("\n");
    assert.deepEqual(lines.sort(), items.map((item) => JSON.stringify(item)).sort());
    const values = items.filter(({value}) => value !== null).length;
    assert.deepEqual([files.at(-1)!.rows, headers["x-values"]], [values, String(values)]);
    const [provider, dataset] = name.split("/") as [string, string];
    assert.equal(await datasetDigest(source.store, {provider, dataset}), digest);
    assert.equal(plainDigest(items), digest);
  }
});

/** As docs/following.md describes it. */
function plainDigest(items: readonly Record<string, unknown>[]): string {
  const joined = Buffer.alloc(32);
  for (const [key, own] of Map.groupBy(items, (item) => item["series_key"])) {
    const lines = own.slice(1).map((item) => {
      const {period, as_of, kind, value, estimate, reason, sequence} = item;
      const cells = [period, as_of, kind, value, estimate ?? reason].map((cell) => cell ?? "");
      return `${[...cells, ...(sequence === undefined ? [] : [sequence])].join(";")}\n`;
    });
    for (const [at, byte] of hash("sha256", `${key}\n${lines.join("")}`, "buffer").entries()) joined[at]! ^= byte;
  }
  return joined.toString("hex");
}

test("whatever the source does, a mirror that begins with files and goes on by changes has what it exports, and the same digests [pull.files pull.digest]", async (t) => {
  const source = await openSource(t);
  const acting: Acting = {
    ...{store: source.store, random: createRandom(20269), folder: await temporaryFolder(t)},
    ...{clock: Date.UTC(2026, 0, 1), written: 0},
  };
  let [compared, byFile]: [number, number] = [0, 0];
  let mirror = await mirrorFolder(t);
  for (let round = 0; round < ROUNDS; round++) {
    for (let act = 0; act < 1 + acting.random.below(6); act++) await actOnce(acting);
    const areWritten = acting.random.chance(0.7);
    if (areWritten) await source.writeFiles();
    if (acting.random.chance(0.4)) for (let act = 0; act < 2; act++) await actOnce(acting);
    if (acting.random.chance(0.3)) mirror = await mirrorFolder(t);
    const {code, stderr, stdout} = await pull(source, mirror);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /digest/);
    byFile += stdout.match(/its file/g)?.length ?? 0;
    await held(source.store, mirror);
    await source.writeFiles();
    assert.equal((await pull(source, mirror)).code, 0);
    const versions = await held(source.store, mirror);
    for (const {name, version} of await listed(source.api)) {
      assert.equal(versions.get(name), version);
      compared++;
    }
  }
  t.diagnostic(`${byFile} datasets began with a file, ${compared} digests were compared`);
  assert.ok(byFile >= ROUNDS / 3 && compared >= ROUNDS);
  assert.deepEqual(readdirSync(join(mirror, "pull")), []);
});

test("a file costs its values once, also when its connection breaks again and again: the pull goes on by ranges [pull.files]", async (t) => {
  const source = await openSource(t);
  const folder = await temporaryFolder(t);
  await loadTidy(source.store, folder, large(7000));
  await source.writeFiles();
  const token = await source.api.createToken("owner");
  source.spoil = ({path, body}) => (isFile(path) && body.length > PART ? PART : null);
  const mirror = await mirrorFolder(t);
  const {code, stderr} = await pull(source, mirror, token);
  assert.equal(code, 0, stderr);
  const parts = source.requests.filter(({path}) => isFile(path));
  assert.ok(parts.length > 3);
  assert.equal(parts[0]!.range, undefined);
  assert.deepEqual(parts[1]!.range, `bytes=${PART}-`);
  assert.equal(source.requests.filter(({path}) => path.includes("cursor=start")).length, 0);
  await held(source.store, mirror);
});

test(`a pull by files that is killed at any moment goes on behind the last byte, and the mirror has what the source exports: ${KILLS} kills [pull.killed pull.files]`, {
  timeout: HANG_MS,
}, async (t) => {
  const source = await openSource(t);
  const [folder, random] = [await temporaryFolder(t), createRandom(20270)];
  await loadTidy(source.store, folder, large(21_000));
  await source.writeFiles();
  source.slowly = 1500;
  const mirror = await mirrorFolder(t);
  const begun = performance.now();
  assert.equal(
    (await ryadProgram(["pull", source.origin, "--data", mirror], {RYAD_PULL_TOKEN: source.api.token})).code,
    0,
  );
  const whole = performance.now() - begun;
  let [goneOn, killed] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    const copy = await mirrorFolder(t);
    source.requests.length = 0;
    const keptOf = () => {
      const folder = join(copy, "pull");
      const name = existsSync(folder) ? readdirSync(folder).find((one) => one.endsWith(".file.gz")) : undefined;
      return name === undefined ? 0 : statSync(join(folder, name)).size;
    };
    const goesOn = (kept: number, from: number) => {
      const [first] = source.requests.slice(from).filter(({path}) => isFile(path));
      if (first === undefined) return;
      assert.equal(first.range, kept === 0 ? undefined : `bytes=${kept}-`, "no byte that was kept is asked for again");
      if (kept > 0) goneOn++;
    };
    for (let attempt = 0; attempt < 3; attempt++) {
      const [kept, from] = [keptOf(), source.requests.length];
      source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
      const child = spawnRyad(["pull", source.origin, "--data", copy], {RYAD_PULL_TOKEN: source.api.token});
      const ended = once(child, "exit");
      await Promise.race([wait(whole * (0.3 + random.below(70) / 100)), ended]);
      if (child.exitCode === null && child.kill("SIGKILL")) killed++;
      await ended;
      goesOn(kept, from);
    }
    const [kept, from] = [keptOf(), source.requests.length];
    const {code, stderr} = await pull(source, copy);
    goesOn(kept, from);
    assert.equal(code, 0, stderr);
    await held(source.store, copy);
    assert.deepEqual(readdirSync(join(copy, "pull")), []);
    assert.equal(source.requests.filter(({path}) => path.includes("cursor=start")).length, 0);
  }
  t.diagnostic(`${killed} were killed, ${goneOn} times a file was read on`);
});

test("a file with another byte is refused, and so is one of another size: nothing of it is applied, and the next pull takes it again [pull.broken]", async (t) => {
  const source = await openSource(t);
  await loadTidy(source.store, await temporaryFolder(t), large(700));
  await source.writeFiles();
  const mirror = await mirrorFolder(t);
  const spoilt: readonly [PulledSource["spoil"], RegExp][] = [
    [
      ({path, body}) => {
        if (isFile(path)) body[body.length >> 1]! ^= 1;
        return null;
      },
      /showdata\/large: the file of the dataset is not the one of its manifest/,
    ],
    [
      // a byte of the head, of which nothing that is unpacked depends
      ({path, body}) => {
        if (isFile(path)) body[9]! ^= 1;
        return null;
      },
      /showdata\/large: the file of the dataset is not the one of its manifest: its SHA-256 is another one/,
    ],
    [
      (passing) => {
        if (!isFile(passing.path)) return null;
        passing.body = passing.body.subarray(0, -10);
        passing.headers["content-length"] = String(passing.body.length);
        return null;
      },
      /showdata\/large: .* has another number of bytes than its manifest says/,
    ],
    [
      (passing) => {
        if (!isFile(passing.path)) return null;
        passing.body = Buffer.concat([passing.body, Buffer.alloc(10)]);
        delete passing.headers["content-length"];
        return null;
      },
      /showdata\/large: .* has more bytes than its manifest says/,
    ],
  ];
  for (const [spoil, words] of spoilt) {
    source.spoil = spoil;
    const {code, stderr} = await pull(source, mirror);
    assert.equal(code, 1);
    assert.match(stderr, words);
    const store = await openStore({dataFolder: mirror});
    assert.deepEqual(await store.statistics.read((q) => findDatasets(q, CODE)), []);
    await store.close();
  }
  source.spoil = () => null;
  const {code, stderr} = await pull(source, mirror);
  assert.equal(code, 0, stderr);
  await held(source.store, mirror);
  assert.deepEqual(readdirSync(join(mirror, "pull")), []);
});

test("a manifest that lies is told: another SHA-256, a file of other lines, a cursor that is none, a version that is a path, a digest that is another one [pull.broken pull.digest]", async (t) => {
  const source = await openSource(t);
  await loadTidy(source.store, await temporaryFolder(t), large(70));
  await source.writeFiles();
  const [own] = await listed(source.api);
  const lie =
    (change: (dataset: Record<string, unknown>, files: Record<string, unknown>[]) => void): PulledSource["spoil"] =>
    (passing) => {
      const isManifest = passing.path.endsWith("/manifest.json");
      if (passing.path !== "/api/v1/files" && !isManifest) return null;
      const json = JSON.parse(passing.body.toString());
      const dataset = isManifest ? json : json.datasets[0];
      change(dataset, dataset.files);
      passing.body = Buffer.from(JSON.stringify(json));
      passing.headers["content-length"] = String(passing.body.length);
      return null;
    };
  source.spoil = lie((_, files) => {
    files.at(-1)!["sha256"] = "0".repeat(64);
  });
  assert.match((await pull(source, await mirrorFolder(t))).stderr, /its SHA-256 is another one/);
  source.spoil = lie((dataset) => {
    dataset["cursor"] = "nonsense";
  });
  const withoutWay = await pull(source, await mirrorFolder(t));
  assert.equal(withoutWay.code, 0, withoutWay.stderr);
  assert.match(withoutWay.stdout, /showdata\/large: the changes behind its file are not kept, it comes by changes/);
  const rubbish = gzipSync("no items\n");
  const inList = lie((_, files) => {
    Object.assign(files.at(-1)!, {bytes: rubbish.length, sha256: hash("sha256", rubbish)});
  });
  source.spoil = (passing) => {
    if (!isFile(passing.path)) return inList(passing);
    passing.body = rubbish;
    passing.headers["content-length"] = String(rubbish.length);
    return null;
  };
  const other = await mirrorFolder(t);
  assert.match(
    (await pull(source, other)).stderr,
    /showdata\/large: .*: a line of it is none; nothing of it was applied/,
  );
  assert.deepEqual(
    readdirSync(join(other, "pull")).filter((name) => !name.endsWith(".ndjson")),
    [],
  );
  source.requests.length = 0;
  source.spoil = lie((dataset) => {
    dataset["version"] = "@elsewhere.example/";
  });
  const without = await pull(source, await mirrorFolder(t));
  assert.equal(without.code, 0, without.stderr);
  assert.match(without.stdout, /there is no file of it yet, it comes by changes/);
  assert.ok(source.requests.every(({path}) => !isFile(path)));

  source.spoil = lie((dataset) => {
    dataset["digest"] = own!.digest.replaceAll(/[0-9a-f]/g, "e");
  });
  const mirror = await mirrorFolder(t);
  const token = await source.api.createToken("owner");
  const wrong = await pull(source, mirror, token);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /showdata\/large: its digest is not the one of the service, all of it is taken anew/);
  assert.match(wrong.stderr, /showdata\/large: it has another digest than at http.*, also after it was taken anew/);
  assert.equal(await usedBy(source.api, token), 140, "the file, and once more");
  assert.match((await pull(source, mirror, token)).stderr, /another digest than at/);
  assert.equal(await usedBy(source.api, token), 140, "it is not paid for again while nothing has changed");
  source.spoil = () => null;
  assert.equal((await pull(source, mirror, token)).code, 0);
  assert.equal((await held(source.store, mirror)).get("showdata/large"), own!.version);
});

test("a mirror whose value is another one than at the service, or damaged, is found by its digest and taken anew from the file, once [pull.digest]", async (t) => {
  const source = await openSource(t);
  const folder = await temporaryFolder(t);
  const mirror = await mirrorFolder(t);
  await loadTidy(source.store, folder, large(70));
  await source.writeFiles();
  assert.equal((await pull(source, mirror)).code, 0);
  const spoils: ((bytes: Uint8Array) => Uint8Array)[] = [
    (bytes) => {
      const history = decodeHistory(bytes);
      history.value[0]! += 1;
      return encodeHistory(history);
    },
    (bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)),
  ];
  for (const [nth, spoil] of spoils.entries()) {
    const store = await openStore({dataFolder: mirror});
    await store.statistics.write(function* (q) {
      const {id} = (yield* findDatasets(q, CODE))[0]!;
      const [bytes] = yield* readHistories(q, id, [5]);
      yield* writeHistories(q, id, [{number: 5, estimates: spoil(bytes!)}]);
    });
    await store.close();
    const more = large(1, {published_at: `2026-06-1${1 + nth}`, more: {partial: true}});
    await loadTidy(source.store, folder, {...more, rows: [`x1,${MOSCOW},2150,${nth}`]});
    await source.writeFiles();
    const {code, stderr, stdout} = await pull(source, mirror);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /showdata\/large: its digest is not the one of the service, all of it is taken anew/);
    assert.match(stdout, /showdata\/large: its file .* applied/);
    await held(source.store, mirror);
  }
});

test("without files that may be used a pull takes everything by changes, and a line says why: files are off, none is written yet, or theirs is older than the kept changes, or beyond the month [pull.files]", async (t) => {
  const off = await openSource(t, {settings: {files: "off"}});
  await loadTidy(off.store, await temporaryFolder(t), large(70));
  await loadTidy(off.store, await temporaryFolder(t), {...large(7), dataset: "other"});
  const first = await pull(off, await mirrorFolder(t));
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stdout.match(/offers no files of datasets: what is new comes by changes/g)?.length, 1);

  const source = await openSource(t);
  const folder = await temporaryFolder(t);
  await loadTidy(source.store, folder, large(70));
  const none = await pull(source, await mirrorFolder(t));
  assert.match(none.stdout, /^showdata\/large: there is no file of it yet, it comes by changes$/m);
  await source.writeFiles();
  const mirror = await mirrorFolder(t);
  source.requests.length = 0;
  const swept = await pull(
    Object.assign(source, {
      spoil: (passing: {path: string; status: number; body: Buffer; headers: Record<string, string>}) => {
        if (!passing.path.includes("/changes?cursor=") || passing.path.includes("cursor=start")) return null;
        if (source.requests.some(({path}) => path.includes("cursor=start"))) return null;
        passing.status = 410;
        passing.body = Buffer.from('{"error":{"code":"CURSOR_GONE","message":"m","hint":"h"}}');
        passing.headers["content-length"] = String(passing.body.length);
        return null;
      },
    }),
    mirror,
  );
  assert.equal(swept.code, 0, swept.stderr);
  assert.match(swept.stdout, /showdata\/large: the changes behind its file are not kept, it comes by changes/);
  assert.ok(
    source.requests.every(({path}) => !isFile(path)),
    "the file is not paid for",
  );
  await held(source.store, mirror);

  source.spoil = () => null;
  const token = await source.api.createToken("free");
  await spend(source.api, token, 1_000_000 - 69);
  const beyond = await pull(source, await mirrorFolder(t), token);
  assert.match(
    beyond.stdout,
    /showdata\/large: its file has more values than are left of the month, it comes by changes/,
  );
  assert.match(beyond.stderr, /showdata\/large: .*RATE_LIMITED/);
});
