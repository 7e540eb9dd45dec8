// Whatever an answer of the service is spoilt into on its way, a pull ends with a reason, and later pulls make the mirror exact.
//
// What nobody can see, another number in the place of a value, is found by the digest of the files.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {openStore} from "../src/store/open.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {type Acting, actOnce, createRandom, difference, exported, type Random} from "./api/changes.suite.ts";
import {ryad} from "./command.ts";
import {openSource} from "./pulled-source.ts";
import {temporaryFolder} from "./warehouse.ts";

/** RYAD_TEST_PULL_SPOILT=200 for more. */
const ROUNDS = Number(process.env["RYAD_TEST_PULL_SPOILT"] ?? tries({few: 8, all: 30}));

const OTHERS = [null, 0, -1, 2 ** 31, 2 ** 53 - 1, 1.5, "", "\0", "..", "9999-12-31", "2026-W99", true, [], {}, [[]]];

/** Takes something away, doubles it, or puts something else in its place. @returns what, for the message */
function spoilAnyhow(random: Random, answer: unknown): string {
  const places: [Record<string, unknown>, string][] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const name of Object.keys(node)) {
      places.push([node as Record<string, unknown>, name]);
      collect((node as Record<string, unknown>)[name]);
    }
  };
  collect(answer);
  if (places.length === 0) return "nothing";
  const [node, name] = random.pick(places);
  if (random.chance(0.3)) {
    if (Array.isArray(node)) node.splice(Number(name), 1);
    else delete node[name];
    return `without ${name}`;
  }
  if (Array.isArray(node) && random.chance(0.5)) return `${node.push(structuredClone(node[Number(name)]))} of ${name}`;
  node[name] = structuredClone(random.pick(OTHERS));
  return `${name} ${JSON.stringify(node[name])}`;
}

test("whatever an answer is spoilt into, a pull ends with a reason and no dataset is kept back for ever [pull.broken pull.digest]", async (t) => {
  const random = createRandom(20302);
  const source = await openSource(t);
  const acting: Acting = {
    ...{store: source.store, random, folder: await temporaryFolder(t)},
    ...{clock: Date.UTC(2026, 0, 1), written: 0},
  };
  const mirror = join(await temporaryFolder(t), "mirror");
  const pull = async () => {
    source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
    return await ryad(["pull", source.origin, "--data", mirror], {RYAD_PULL_TOKEN: source.api.token});
  };
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let act = 0; act < 3; act++) await actOnce(acting);
    const address = random.pick(["/states", "/states/", "releases=", "/changes", "/files"]);
    const done: string[] = [];
    source.spoil = (passing) => {
      if (done.length > 0 || !passing.path.includes(address) || !passing.body.toString().startsWith("{")) return null;
      const answer = JSON.parse(passing.body.toString());
      done.push(`${passing.path}: ${spoilAnyhow(random, answer)}`);
      passing.body = Buffer.from(JSON.stringify(answer));
      passing.headers["content-length"] = String(passing.body.length);
      return null;
    };
    const spoilt = await pull();
    if (spoilt.code !== 0) refused++;
    assert.ok(spoilt.code === 0 || spoilt.code === 1, `${done}: ${spoilt.stderr}`);
    assert.doesNotMatch(spoilt.stderr, /should not happen/, String(done));
    source.spoil = () => null;
    await source.writeFiles();
    const healed = await pull();
    assert.equal(healed.code, 0, `${done}: ${healed.stderr}`);
    const store = await openStore({dataFolder: mirror});
    for (const layout of ["plain", "estimates"] as const) {
      const [own, wanted] = [await exported(store, null, layout), await exported(source.store, null, layout)];
      assert.deepEqual(difference(own, wanted), [], String(done));
    }
    await store.close();
  }
  t.diagnostic(`${refused} of ${ROUNDS} spoilt pulls were refused`);
});
