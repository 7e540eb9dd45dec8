// Slices that are asked for at once over several connections: each is counted, charged and told in its own event, in one process and in one of
// several workers.
import assert from "node:assert/strict";
import {Agent, get, type IncomingMessage} from "node:http";
import type {AddressInfo} from "node:net";
import {buffer} from "node:stream/consumers";
import {type TestContext, test} from "node:test";
import {tokenFingerprint, tokenFromRandom} from "../../src/access/account.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {type Answer, type Api, type Headers, readAnswer, spend} from "./client.ts";
import {openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices";
const QUOTA = 1_000_000;

type PageQuery = Pick<Api, "server" | "store" | "clock" | "createToken" | "events"> & {
  /** Asks over a connection. */
  overHttp(path: string, headers: Headers): Promise<Answer>;
};

async function listen(t: TestContext, workers: number): Promise<PageQuery> {
  const api = await openWith(t, [PRICES], {workers});
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const {port} = api.server.server.address() as AddressInfo;
  const agent = new Agent({keepAlive: true});
  t.after(() => agent.destroy());
  const overHttp = async (path: string, headers: Headers) => {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      get({port, agent, path, headers}, resolve).on("error", reject);
    });
    return readAnswer(message.statusCode!, message.headers as Headers, await buffer(message));
  };
  return {...api, overHttp};
}

async function usedBy({store, clock}: PageQuery, token: string): Promise<number> {
  const owner = await store.accounts.readOne((q) => findTokenOwner(q, tokenFingerprint(token)));
  return store.accounts.read((q) => readUsage(q, owner!.accountId, clock.now.toISOString().slice(0, 7)));
}

/** The first of three workers asks another process for accounts. */
function each(title: string, perform: (t: TestContext, workers: number) => Promise<void>): void {
  test(title, (t) => perform(t, 1));
  test(`with workers, ${title}`, (t) => perform(t, 3));
}

each(
  "a slice in any coding and its 304 have an event each [cache.not-modified cache.compression]",
  async (t, workers) => {
    const query = await listen(t, workers);
    const key = {"x-api-key": await query.createToken("business")};
    for (const coding of ["identity", "gzip", "br", "zstd"]) {
      const headers = {...key, "accept-encoding": coding};
      query.events.length = 0;
      const first = await query.overHttp(DATA, headers);
      const again = await query.overHttp(DATA, headers);
      const unchanged = await query.overHttp(DATA, {...headers, "if-none-match": first.headers["etag"]!});
      assert.deepEqual([first.status, unchanged.status, unchanged.text], [200, 304, ""]);
      assert.equal(first.headers["content-encoding"], coding === "identity" ? undefined : coding);
      assert.equal(again.text, first.text);
      const values = Number(first.headers["x-values"]);
      assert.deepEqual(
        query.events
          .filter((event) => event.type === "request-finished")
          .map(({route, status, whole, values}) => ({route, status, whole, values})),
        [
          {route: "/api/v1/data", status: 200, whole: true, values},
          {route: "/api/v1/data", status: 200, whole: true, values},
          {route: "/api/v1/data", status: 304, whole: true, values: 0},
        ],
      );
    }
  },
);

each(
  "the store is asked once for the token of a request, and 120 wrong ones of an address are answered [auth.invalid auth.wrong-tokens]",
  async (t, workers) => {
    const query = await listen(t, workers);
    let lookUps = 0;
    const {readOne} = query.store.accounts;
    const counted: typeof readOne = (script) => {
      lookUps++;
      return readOne(script);
    };
    Object.assign(query.store.accounts, {readOne: counted});
    const wrong = (nth: number): Headers => ({"x-api-key": tokenFromRandom(Buffer.alloc(32, nth))});
    const refused = await query.overHttp(DATA, wrong(1));
    assert.deepEqual([refused.status, lookUps], [401, 1]);
    const many = await Promise.all(Array.from({length: 130}, (_, nth) => query.overHttp(DATA, wrong(100 + nth))));
    assert.equal(many.filter(({status}) => status === 429).length, 130 - (120 - 1));
  },
);

each(
  "requests of one turn are counted once each, and exactly as many as the minute has are served [limits.window-exceeded]",
  async (t, workers) => {
    const query = await listen(t, workers);
    const key = {"x-api-key": await query.createToken("free")};
    const answers = await Promise.all(Array.from({length: 33}, () => query.overHttp(DATA, key)));
    assert.equal(answers.filter(({status}) => status === 200).length, 20);
    assert.equal(answers.filter(({status}) => status === 429).length, 13);
    const left = answers.map(({headers}) => headers["x-ratelimit-remaining-minute"]);
    assert.equal(new Set(left).size, 20, "each served request has its own rest");
  },
);

each(
  "requests of one turn never exceed the month, and what is served is what is charged [limits.charge-reserved limits.quota-exceeded]",
  async (t, workers) => {
    const query = await listen(t, workers);
    const token = await query.createToken("free");
    const first = await query.overHttp(DATA, {"x-api-key": await query.createToken("business")});
    const values = Number(first.headers["x-values"]);
    assert.ok(values > 1);
    await spend(query, token, QUOTA - 7 * values - 1);
    const answers = await Promise.all(Array.from({length: 15}, () => query.overHttp(DATA, {"x-api-key": token})));
    assert.equal(answers.filter(({status}) => status === 200).length, 7);
    assert.equal(answers.filter(({status}) => status === 429).length, 8);
    assert.equal(await usedBy(query, token), QUOTA - 1);
  },
);
