// Three servers over one PostgreSQL, as processes: each counts the requests of the others.
import assert from "node:assert/strict";
import {once} from "node:events";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath} from "../../src/load/run.ts";
import {openStore} from "../../src/store/open.ts";
import {within} from "../../src/work/patience.fixture.ts";
import {writeLargePackage} from "../large-package.ts";
import {temporaryFolder} from "../warehouse.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

const FULL_SLICE = "/api/v1/data?dataset=large&limit=200&end=2024-12";
const SMALL_SLICE = "/api/v1/data?dataset=large&geo=RU-77&class=2&start=2024-12";
const VALUES = 60_000;
const SIZE = {classes: 3, months: 300};
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("three servers share quota, minute, loads and revocations; a kill loses no charge [scale.many-servers serve.database-url limits.charge-reserved limits.charge-durable limits.window-exceeded load.seen-in-a-second command.token-revoke]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const folder = await temporaryFolder(t);
  const first = await writeLargePackage(join(folder, "first"), {...SIZE, publishedAt: "2025-01-10", shift: 0});
  const second = await writeLargePackage(join(folder, "second"), {...SIZE, publishedAt: "2025-02-10", shift: 1});
  const loaded = await warehouse.ryad("load", first);
  assert.equal(loaded.code, 0, loaded.stderr);
  // very long time limits, because of slow machines: other tests show a server without its database
  const patient = {RYAD_DATABASE_TIMEOUT: "3600"};
  const servers = await Promise.all([1, 2, 3].map(() => warehouse.serve(patient)));
  const statusesOf = async (paths: readonly string[], token: string): Promise<Response[]> =>
    Promise.all(
      paths.map(async (path, index) => {
        const answer = await servers[index % servers.length]!.get(path, token);
        await answer.arrayBuffer();
        return answer;
      }),
    );
  const withStatus = (answers: readonly Response[], status: number): Response[] =>
    answers.filter((answer) => answer.status === status);

  await t.test("20 slices of 60,000 values at once are served exactly 16 times", async () => {
    const token = await warehouse.createToken("free", "slices@example.org");
    const answers = await statusesOf(Array(20).fill(FULL_SLICE), token);
    assert.equal(withStatus(answers, 200).length, 16);
    assert.equal(withStatus(answers, 429).length, 4);
    const [charged] = await warehouse.ask("select sum(used) as used from usage");
    assert.equal(charged!["used"], String(16 * VALUES));
  });

  await t.test("of 60 requests spread over them exactly 20 pass in a minute", async () => {
    const token = await warehouse.createToken("free", "minute@example.org");
    const answers = await statusesOf(Array(60).fill("/api/v1/reference/units"), token);
    const [window] = await warehouse.ask(
      "select used from minute_window join account on account.id = account_id where email = 'minute@example.org'",
    );
    // all of them, unless a slow machine has let a second window open in between
    const ofLast = Number(window!["used"]);
    const passed = Math.min(20, 60 - ofLast) + Math.min(20, ofLast);
    assert.equal(withStatus(answers, 200).length, passed);
    const refused = withStatus(answers, 429);
    assert.equal(refused.length, 60 - passed);
    for (const answer of refused) {
      const seconds = Number(answer.headers.get("retry-after"));
      assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${seconds}`);
    }
  });

  await t.test("a load, a plan and a revocation are seen by all within a second", async () => {
    const token = await warehouse.createToken("owner");
    const store = await openStore({databaseUrl: warehouse.databaseUrl});
    t.after(() => store.close());
    const seenByAll = async (what: string, isSeen: (answer: Response) => boolean): Promise<void> => {
      await within(1, `${what} is not seen by all`, async () => {
        const answers = await Promise.all(servers.map((server) => server.get(SMALL_SLICE, token)));
        await Promise.all(answers.map((answer) => answer.arrayBuffer()));
        return answers.every(isSeen);
      });
    };
    const before = (await servers[0]!.get(SMALL_SLICE, token)).headers.get("etag");
    await seenByAll("the state before", ({headers}) => headers.get("etag") === before);
    assert.equal((await loadPath(store, second, NO_HINTS)).changed, true);
    await seenByAll("a load", ({status, headers}) => status === 200 && headers.get("etag") !== before);
    assert.equal((await warehouse.ryad("account", "plan", "owner@example.org", "academic")).code, 0);
    await seenByAll("a plan", ({headers}) => headers.get("x-ratelimit-limit-minute") === "60");
    assert.equal((await warehouse.ryad("account", "plan", "owner@example.org", "owner")).code, 0);
    await seenByAll("a plan", ({headers}) => headers.get("x-ratelimit-limit-minute") === "600");
    const [row] = await warehouse.ask("select max(id) as id from token");
    assert.equal((await warehouse.ryad("token", "revoke", row!["id"]!)).code, 0);
    await seenByAll("a revocation", ({status}) => status === 401);
  });

  await t.test("one that is killed loses no acknowledged charge", async () => {
    const token = await warehouse.createToken("owner", "killed@example.org");
    const [victim, witness] = [servers[2]!, servers[0]!];
    let acknowledged = 0;
    const [ended, values] = [once(victim.process, "exit"), (await sliceValues(witness.get(SMALL_SLICE, token))).count];
    acknowledged += values;
    const reader = async (): Promise<void> => {
      for (;;) {
        const answer = await victim.get(SMALL_SLICE, token).catch(() => null);
        if (answer === null) return;
        if (answer.status === 200) acknowledged += values;
        if (acknowledged === 40 * values) victim.process.kill("SIGKILL");
        await answer.arrayBuffer().catch(() => {});
      }
    };
    await Promise.all(Array.from({length: 6}, reader));
    await ended;
    const [charged] = await warehouse.ask(
      "select used from usage join account on account.id = account_id where email = 'killed@example.org'",
    );
    assert.ok(acknowledged >= 40 * values);
    const surplus = Number(charged!["used"]) - acknowledged;
    assert.ok(surplus >= 0 && surplus <= 6 * values, `${surplus} values more than acknowledged`);
  });
});

async function sliceValues(query: Promise<Response>): Promise<{readonly count: number}> {
  const {observation_count: count} = (await (await query).json()) as {observation_count: number};
  return {count};
}
