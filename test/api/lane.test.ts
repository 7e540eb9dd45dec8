// Small slices are answered before Fastify sees them (src/api/slice/lane.ts): the same answers, counts and charges as by Fastify.
//
// Only a request over a connection enters the lane; `inject` goes to Fastify alone, which the other tests of slices ask.
import assert from "node:assert/strict";
import {Agent, get, type IncomingMessage} from "node:http";
import type {AddressInfo} from "node:net";
import {buffer} from "node:stream/consumers";
import {type TestContext, test} from "node:test";
import fc from "fast-check";
import {tokenFingerprint, tokenFromRandom} from "../../src/access/account.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {type Api, type Headers, readAnswer, spend} from "./client.ts";
import {ALTAI, daily, MOSCOW, openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices";
/** Of this one the lane takes no page with all series. */
const MANY = "/api/v1/data?dataset=daily";
const MANY_SERIES = 101;
const EACH_VALUES = 12;
const QUOTA = 1_000_000;

type Laned = Pick<Api, "server" | "store" | "clock" | "createToken" | "events"> & {
  /** Asks over a connection. */
  overHttp(path: string, headers: Headers): ReturnType<typeof shownOf>;
  /** Requests that Fastify was given. */
  readonly given: string[];
};

async function openLaned(t: TestContext, workers: number): Promise<Laned> {
  const api = await openWith(t, [PRICES, daily(Array(MANY_SERIES).fill(EACH_VALUES))], {workers});
  const given: string[] = [];
  api.server.addHook("onRequest", async ({raw}) => void given.push(raw.url!));
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const {port} = api.server.server.address() as AddressInfo;
  const agent = new Agent({keepAlive: true});
  t.after(() => agent.destroy());
  const overHttp = async (path: string, headers: Headers) => {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const host = {host: "data.example.org", ...headers};
      get({port, agent, path, headers: host}, resolve).on("error", reject);
    });
    const raw = await buffer(message);
    return shownOf(message.statusCode!, message.rawHeaders, message.headers as Headers, raw);
  };
  return {...api, overHttp, given};
}

/** An answer without its identifier and the headers of its connection; names and values of headers in their order. */
async function shownOf(status: number, list: readonly string[], headers: Headers, raw: Buffer) {
  const {text} = readAnswer(status, headers, raw);
  const id = headers["x-request-id"]!;
  const lines = list.flatMap((name, at) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${list[at + 1]}`] : []));
  const own = /^(?:date|connection|keep-alive|transfer-encoding):/;
  // The length of a packed body depends on the identifier in it.
  const packed = headers["content-encoding"] !== undefined && text.includes(id) ? /^content-length:/ : /^$/;
  const shown = lines.filter((line) => !own.test(line) && !packed.test(line));
  return {
    status,
    headers: shown.map((line) => line.replace(id, "ID")),
    text: text.replaceAll(id, "ID"),
    values: Number(headers["x-values"] ?? 0),
  };
}

/** An event without the figures in which two equal requests differ: whether a cache has an answer depends on those before. */
function shownEvent(event: Laned["events"][number]): object {
  const {requestId: _, accountId, milliseconds: __, hit: ___, ...shown} = event as unknown as Record<string, unknown>;
  return {...shown, isOwned: accountId != null};
}

async function byFastify({server}: Laned, path: string, headers: Headers): ReturnType<typeof shownOf> {
  const answer = await server.inject({url: path, headers: {host: "data.example.org", ...headers}});
  return shownOf(answer.statusCode, listOf(answer.headers), answer.headers as Headers, answer.rawPayload);
}

function listOf(headers: object): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

async function usedBy({store, clock}: Laned, token: string): Promise<number> {
  const owner = await store.accounts.readOne((q) => findTokenOwner(q, tokenFingerprint(token)));
  return store.accounts.read((q) => readUsage(q, owner!.accountId, clock.now.toISOString().slice(0, 7)));
}

/** The first of three workers asks the keeper of the accounts for all requests of a turn by one call. */
function each(title: string, act: (t: TestContext, workers: number) => Promise<void>): void {
  test(title, (t) => act(t, 1));
  test(`with workers, ${title}`, (t) => act(t, 3));
}

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
/** A few of the pairs, each name once; most requests are usual ones. */
const some = (most: number, pairs: Readonly<Record<string, readonly string[]>>) =>
  fc
    .uniqueArray(
      fc.constantFrom(...Object.keys(pairs)).chain((name) => fc.tuple(fc.constant(name), oneOf(...pairs[name]!))),
      {
        maxLength: most,
        selector: ([name]) => name,
      },
    )
    .map((given) => Object.fromEntries(given) as Headers);
const query = some(3, {
  geo: ["region", "all", "country", MOSCOW, `${ALTAI},${MOSCOW}`, "RU-77", "nowhere", "region,RU-77"],
  class: ["01", "01,02", "all", "99"],
  freq: ["M", "Q", "all", "X"],
  start: ["2026", "2026-02", "2025-12-31", "2030", "", "2026-13"],
  end: ["2026-02", "2026-12-31", "2020"],
  as_of: ["2026-03-01", "2020-01-01", "x"],
  limit: ["1", "2", "17", "300", "0"],
  offset: ["0", "1", "100"],
  format: ["json", "csv", "xml"],
  labels: ["0", "1"],
  other: ["1"],
  strict: ["1", "0"],
  asof: ["2026-01-01"],
}).map((given) => new URLSearchParams(given).toString());
const headers = some(1, {
  "accept-encoding": [
    "gzip, deflate",
    "gzip, deflate, br, zstd",
    "br;q=1, gzip;q=0.5",
    "identity",
    "identity;q=0, br",
    "deflate",
  ],
  "if-none-match": ["*", 'W/"other"'],
  prefer: ["handling=strict"],
  origin: ["https://example.org"],
});

each(
  "the lane answers as Fastify does: status, headers in their order, body, events, counts and charges [data.charged limits.minute-headers limits.quota-headers]",
  async (t, workers) => {
    const laned = await openLaned(t, workers);
    await fc.assert(
      fc.asyncProperty(
        oneOf("free", "academic", "business", "owner"),
        fc.array(fc.tuple(oneOf(DATA, DATA, MANY), query, headers), {minLength: 1, maxLength: 8}),
        async (plan, requests) => {
          const [one, other] = [await laned.createToken(plan), await laned.createToken(plan)];
          for (const [dataset, text, more] of requests) {
            const path = text === "" ? dataset : `${dataset}&${text}`;
            laned.events.length = 0;
            const ours = await laned.overHttp(path, {...more, "x-api-key": one});
            const told = laned.events.splice(0).map(shownEvent);
            const theirs = await byFastify(laned, path, {...more, "x-api-key": other});
            assert.deepEqual(told, laned.events.map(shownEvent));
            const timed = (lines: readonly string[]) => lines.map((line) => line.replace(/^(server-timing): .*/, "$1"));
            assert.deepEqual({...ours, headers: timed(ours.headers)}, {...theirs, headers: timed(theirs.headers)});
            const etag = ours.headers.find((line) => line.startsWith("etag: "))?.slice(6);
            if (etag === undefined) continue;
            const held = {...more, "if-none-match": etag};
            assert.deepEqual(
              timed((await laned.overHttp(path, {...held, authorization: `Bearer ${one}`})).headers),
              timed((await byFastify(laned, path, {...held, authorization: `Bearer ${other}`})).headers),
            );
          }
          assert.equal(await usedBy(laned, one), await usedBy(laned, other));
        },
      ),
      {numRuns: 60},
    );
  },
);

each(
  "small slices in any coding and their 304s do not reach Fastify, and each has its event [cache.not-modified cache.compression]",
  async (t, workers) => {
    const laned = await openLaned(t, workers);
    const key = {"x-api-key": await laned.createToken("business")};
    for (const coding of ["identity", "gzip", "br", "zstd"]) {
      const asked = {...key, "accept-encoding": coding};
      laned.events.length = 0;
      const first = await laned.overHttp(DATA, asked);
      const again = await laned.overHttp(DATA, asked);
      const etag = first.headers.find((line) => line.startsWith("etag: "))!.slice(6);
      const held = await laned.overHttp(DATA, {...asked, "if-none-match": etag});
      assert.deepEqual([first.status, held.status, held.text, laned.given], [200, 304, "", []]);
      assert.equal(first.headers.includes(`content-encoding: ${coding}`), coding !== "identity");
      assert.equal(again.text, first.text);
      const finished = laned.events.filter((event) => event.type === "request-finished");
      assert.deepEqual(
        finished.map(({route, status, whole, values}) => ({route, status, whole, values})),
        [
          {route: "/api/v1/data", status: 200, whole: true, values: first.values},
          {route: "/api/v1/data", status: 200, whole: true, values: first.values},
          {route: "/api/v1/data", status: 304, whole: true, values: 0},
        ],
      );
    }
    await laned.overHttp(DATA, {...key, prefer: "handling=strict"});
    await laned.overHttp(`${DATA}&format=xml`, key);
    assert.equal(laned.given.length, 2);
  },
);

each(
  "a page of 100 series does not reach Fastify, whatever its limit is, and one of 101 is read by Fastify with the series that were chosen [data.limit data.paging]",
  async (t, workers) => {
    const laned = await openLaned(t, workers);
    const key = {"x-api-key": await laned.createToken("business")};
    for (const more of ["", "&offset=1", "&limit=300&offset=2"]) await laned.overHttp(MANY + more, key);
    assert.deepEqual(laned.given, []);
    laned.events.length = 0;
    const whole = await laned.overHttp(`${MANY}&limit=300`, key);
    const asked = laned.events.filter((event) => event.type === "cache-asked").map(({cache}) => cache);
    assert.deepEqual([laned.given.length, asked], [1, ["catalogue", "body"]]);
    assert.equal(whole.values, EACH_VALUES * MANY_SERIES);
  },
);

each(
  "a small answer does not wait for the larger pages that arrived with it, and each of them is answered [data.paging]",
  async (t, workers) => {
    const laned = await openLaned(t, workers);
    const key = {"x-api-key": await laned.createToken("business")};
    const paths = [
      ...Array.from({length: 12}, (_, nth) => `${MANY}&offset=${nth % 2}&start=1900-01-0${1 + (nth % 9)}`),
      DATA,
    ];
    await Promise.all(paths.map(() => laned.overHttp(DATA, key)));
    laned.events.length = 0;
    const answers = await Promise.all(paths.map((path) => laned.overHttp(path, key)));
    assert.deepEqual([new Set(answers.map(({status}) => status)), laned.given], [new Set([200]), []]);
    const finished = laned.events.flatMap((event) => (event.type === "request-finished" ? [event.values] : []));
    assert.equal(finished.length, paths.length);
    assert.ok(finished.indexOf(answers.at(-1)!.values) < finished.length / 2, `${finished}`);
  },
);

each(
  "a slice with a wrong token is refused as by Fastify alone, and the store is asked for the token once [auth.invalid auth.wrong-tokens]",
  async (t, workers) => {
    const laned = await openLaned(t, workers);
    let lookUps = 0;
    const {readOne, now} = laned.store.accounts;
    const counted = <A extends unknown[], R>(read: (...given: A) => R) => {
      return (...given: A): R => {
        lookUps++;
        return read(...given);
      };
    };
    Object.assign(laned.store.accounts, {readOne: counted(readOne), now: {...now, readOne: counted(now!.readOne)}});
    const wrong = (nth: number): Headers => ({"x-api-key": tokenFromRandom(Buffer.alloc(32, nth))});
    for (let nth = 1; nth <= 3; nth++) {
      const ours = await laned.overHttp(DATA, wrong(2 * nth));
      assert.equal(lookUps, 2 * nth - 1);
      assert.deepEqual(ours, await byFastify(laned, DATA, wrong(2 * nth + 1)));
      assert.deepEqual([ours.status, lookUps], [401, 2 * nth]);
    }
    const many = await Promise.all(Array.from({length: 130}, (_, nth) => laned.overHttp(DATA, wrong(100 + nth))));
    assert.equal(many.filter(({status}) => status === 429).length, 130 - (120 - 6));
  },
);

each(
  "requests of one turn are counted once each, and exactly as many as the minute has are served [limits.window-exceeded]",
  async (t, workers) => {
    const laned = await openLaned(t, workers);
    const token = await laned.createToken("free");
    const answers = await Promise.all(Array.from({length: 33}, () => laned.overHttp(DATA, {"x-api-key": token})));
    const left = answers.map(({headers: lines}) => lines.find((line) => line.startsWith("x-ratelimit-remaining"))!);
    assert.equal(answers.filter(({status}) => status === 200).length, 20);
    assert.equal(answers.filter(({status}) => status === 429).length, 13);
    assert.equal(new Set(left).size, 20, "each served request has its own rest");
  },
);

each(
  "requests of one turn never exceed the month, and what is served is what is charged [limits.charge-reserved limits.quota-exceeded]",
  async (t, workers) => {
    const laned = await openLaned(t, workers);
    const token = await laned.createToken("free");
    const {values} = await laned.overHttp(DATA, {"x-api-key": await laned.createToken("business")});
    assert.ok(values > 1);
    await spend(laned, token, QUOTA - 7 * values - 1);
    const answers = await Promise.all(Array.from({length: 15}, () => laned.overHttp(DATA, {"x-api-key": token})));
    assert.equal(answers.filter(({status}) => status === 200).length, 7);
    assert.equal(answers.filter(({status}) => status === 429).length, 8);
    assert.equal(await usedBy(laned, token), QUOTA - 1);
  },
);
