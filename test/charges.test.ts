// Charges of a real server: exact for parallel requests during a load, and still there after the server is killed.
import assert from "node:assert/strict";
import {once} from "node:events";
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {after, before, type TestContext, test} from "node:test";
import {createToken, ryad, serve, spawnRyad} from "./command.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder} from "./warehouse.ts";

const FULL_SLICE = "/api/v1/data?dataset=large&limit=200&end=2024-12";
const VALUES = 60_000;
const SIZE = {classes: 3, months: 300};

/** A store with the first release, which each test copies, and the package of the second one. */
let [first, second] = ["", ""];
const endings: (() => Promise<void>)[] = [];

before(async () => {
  const scope = {after: (end: () => Promise<void>) => void endings.push(end)};
  const folder = await temporaryFolder(scope);
  second = await writeLargePackage(join(folder, "second"), {...SIZE, publishedAt: "2025-02-10", shift: 1});
  first = join(folder, "data");
  const early = await writeLargePackage(join(folder, "first"), {...SIZE, publishedAt: "2025-01-10", shift: 0});
  assert.equal((await ryad(["load", early, "--data", first])).code, 0);
});
after(async () => {
  for (const end of endings) await end();
});

for (const workers of ["1", "2"]) {
  test(`of 20 slices of 60,000 values at once the free plan serves 16, and charges survive a SIGKILL, with ${workers} workers [limits.charge-reserved limits.charge-durable limits.quota-exceeded limits.rejected-free serve.workers]`, (t) =>
    judgeCharges(t, {RYAD_WORKERS: workers}));
}

async function judgeCharges(t: TestContext, environment: Readonly<Record<string, string>>): Promise<void> {
  const dataFolder = join(await temporaryFolder(t), "data");
  await cp(first, dataFolder, {recursive: true});
  const token = await createToken(dataFolder, "free");
  const server = await serve(t, dataFolder, environment);

  const load = spawnRyad(["load", second, "--data", dataFolder]);
  const loaded = once(load, "exit");
  const answers = await Promise.all(Array.from({length: 20}, () => server.get(FULL_SLICE, token)));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  const served = bodies.filter((_, index) => answers[index]!.status === 200);
  assert.equal(served.length, 16);
  // before and after the load
  const different = new Set(served);
  assert.ok(different.size <= 2);
  for (const body of different) {
    assert.equal(JSON.parse(body).observation_count, VALUES);
    assert.ok(body.length < 6_500_000);
  }
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 200) continue;
    assert.equal(answer.status, 429);
    const {code, message} = JSON.parse(bodies[index]!).error;
    assert.equal(code, "RATE_LIMITED");
    assert.match(message, /values/); // of the month, not the requests of a minute
    assert.ok(Number(answer.headers.get("retry-after")) > 0);
  }
  assert.equal((await loaded)[0], 0);

  server.process.kill("SIGKILL");
  await once(server.process, "exit");
  const restarted = await serve(t, dataFolder);
  const probe = await restarted.get("/api/v1/data?dataset=large&geo=country", token);
  // The minute is kept as well, so the account may still be inside it; the quota headers are present either way.
  assert.equal(probe.headers.get("x-quota-values-remaining"), String(1_000_000 - 16 * VALUES));
}
