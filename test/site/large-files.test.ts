// The largest files of the site: exactly at the limit a file is given, one value beyond it is refused with 413 and charges nothing.
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {test} from "node:test";
import {brotliDecompressSync, gunzipSync, zstdDecompressSync} from "node:zlib";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {daily, loadTidy, MOSCOW, type TidyPackage} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";
import {createVisitor, formOf, signIn} from "./visitor.ts";

const BASE = "http://127.0.0.1:8080";

test("a file of picked series has at most 300,000 values: one more is 413, and charges nothing [site.dataset-file]", async (t) => {
  const {store} = await temporaryStore(t);
  const {rows, ...tidy} = daily(Array.from({length: 5}, () => 60_000));
  await loadTidy(store, await temporaryFolder(t), {...tidy, rows: [...rows, `y,c0000,${MOSCOW},1900-01-01,1`]});
  const site = await openSite(t, {store});
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  const used = async (): Promise<number> => {
    const now = site.clock.now.toISOString();
    return store.accounts.write(function* (q) {
      return yield* readUsage(q, (yield* ensureAccount(q, "a@b.ru", null, now)).id, now.slice(0, 7));
    });
  };
  const path = "/datasets/showdata/daily/file";
  const drawn = `${path}?indicator=y`;
  /** The page of a selection that is too large has no form: that of a small one is sent for it. */
  const ask = async (query: string) => {
    const fields = {...formOf((await visitor.get(drawn)).text, drawn), type: "csv"};
    return visitor.post(`${path}${query}`, fields, {origin: "http://ryad.example", "sec-fetch-site": "same-origin"});
  };
  assert.match((await visitor.get(path)).text, /300\D?000/);
  assert.equal((await ask("")).status, 413);
  assert.equal(await used(), 0);
  const {status, text} = await ask("?indicator=x");
  assert.equal(status, 200);
  assert.equal(text.trimEnd().split("\n").length, 1 + 300_000);
  assert.equal(await used(), 300_000);
});

test("a table of vintages has at most 60,000 cells and a chart with a past day 200,000 estimates: one period more is 413 [site.series-vintages]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  // four vintages of each period
  for (const vintage of [1, 2, 3, 4]) {
    const tidy: TidyPackage = daily([15_000, 15_001, 50_000, 50_001], (i) => vintage * 100_000 + i);
    await loadTidy(store, folder, {...tidy, published_at: `2026-06-0${vintage}`});
  }
  const site = await openSite(t, {store});
  const page = (await site.get("/datasets/showdata/daily", {"accept-language": "en"})).text;
  const keys = [...page.matchAll(/<th scope="row"[^>]*><a href="\/series\/(\w{16})"/g)].map(([, key]) => key!);
  assert.equal(keys.length, 4);
  const statuses = async (file: string): Promise<number[]> => {
    const found: number[] = [];
    for (const key of keys) found.push((await site.get(`/series/${key}${file}`)).status);
    return found;
  };
  assert.deepEqual(await statuses(".csv?shape=vintages"), [200, 413, 413, 413]);
  assert.deepEqual(await statuses("/estimates.json"), [200, 200, 200, 413]);
});

const UNPACK = {gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync};

test("a long file and a long page are sent with their length, their tag is that of their bytes, and packed they are the same bytes [site.cached cache.compression]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {...daily([20_000]), dataset: "long"});
  const site = await openSite(t, {store});
  const sitemap = await site.get("/sitemaps/series/showdata/long/0.xml");
  const [, key] = /\/series\/(\w{16})</.exec(sitemap.text)!;
  for (const path of [`/series/${key}.csv`, `/series/${key}.xlsx`, `/series/${key}?rows=all`]) {
    const plain = await site.get(path);
    const {etag, ...headers} = plain.headers;
    assert.ok(plain.rawPayload.length > 100_000, `${path}: ${plain.rawPayload.length} bytes`);
    assert.equal(headers["content-length"], String(plain.rawPayload.length));
    const digest = createHash("sha256").update(plain.rawPayload).digest("base64url");
    assert.equal(etag, `W/"${digest.slice(0, 22)}"`);
    const head = await site.ask("HEAD", path);
    assert.deepEqual(
      [head.status, head.headers["etag"], head.headers["content-length"], head.rawPayload.length],
      [200, etag, headers["content-length"], 0],
    );
    const unchanged = await site.get(path, {"if-none-match": etag!});
    assert.deepEqual([unchanged.status, unchanged.rawPayload.length], [304, 0]);
    for (const [coding, unpack] of Object.entries(UNPACK)) {
      const packed = await site.get(path, {"accept-encoding": coding});
      const isPacked = !path.endsWith(".xlsx");
      assert.equal(packed.headers["content-encoding"], isPacked ? coding : undefined);
      assert.ok(
        (isPacked ? unpack(packed.rawPayload) : packed.rawPayload).equals(plain.rawPayload),
        `${path} ${coding}`,
      );
    }
  }
});
