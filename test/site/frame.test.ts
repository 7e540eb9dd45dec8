// Rules for all pages: headers, languages, error pages, assets. The API is the same with and without the site.
import assert from "node:assert/strict";
import {test} from "node:test";
import {brotliDecompressSync} from "node:zlib";
import {PAGES} from "../../src/site/pages/pages.ts";
import {ADDRESSES} from "./addresses.ts";
import {openSampleStore, openSite} from "./site.ts";

const RU = {"accept-language": "ru-RU,ru;q=0.9"};
const EN = {"accept-language": "en"};

test("every page is HTML in the visitor's language under a policy without unsafe-inline, and only the page for frames may be framed [site.policy site.frames site.language]", async (t) => {
  const site = await openSite(t);
  const paths = PAGES.filter((page) => !page.path.includes(":")).flatMap((page) =>
    ADDRESSES[page.path]!.filter((path) => !path.includes("?")).map((path) => ({page, path})),
  );
  assert.deepEqual(Object.keys(ADDRESSES).sort(), PAGES.map(({path}) => path).sort());
  assert.ok(paths.length >= 3);
  for (const {page, path} of paths) {
    for (const [language, headers] of [
      ["ru", RU],
      ["en", EN],
    ] as const) {
      const got = await site.get(path, headers);
      assert.equal(got.status, 200, path);
      assert.equal(got.headers["content-type"], "text/html; charset=utf-8", path);
      assert.ok(got.text.startsWith(`<!DOCTYPE html>\n<html lang="${language}">`), path);
      const policy = got.headers["content-security-policy"] ?? "";
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|\*(?!$)/);
      assert.ok(policy.endsWith(page.framed === true ? "frame-ancestors *" : "frame-ancestors 'none'"), path);
      assert.equal(got.headers["x-frame-options"], page.framed === true ? undefined : "DENY", path);
      assert.equal(got.headers["x-content-type-options"], "nosniff");
      assert.doesNotMatch(
        got.text,
        /<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)/,
        path,
      );
      for (const [, address] of got.text.matchAll(/(?:src|href)="(https?:\/\/[^"]*)"/g))
        assert.ok(!/\.(js|css|png|svg|woff2?)$/.test(address ?? ""), `${path} loads ${address}`);
      const sheets = [...got.text.matchAll(/rel="stylesheet" href="[^"]*\/(\w+)\.css"/g)].map(([, name]) => name);
      assert.ok(
        sheets[0] === "site" && sheets.length <= 2,
        `${path} has ${sheets}: that of all pages, and at most one of its own`,
      );
    }
  }
});

test("the canonical address of a page in a language is its own, that of a page without one is for all, and each page names both languages and the one for all [site.canonical]", async (t) => {
  const site = await openSite(t, {settings: {publicUrl: "https://stat.example"}});
  const at = (lang: string): string => `https://stat.example/plans${lang}`;
  for (const [query, own] of [
    ["", ""],
    ["?lang=ru", "?lang=ru"],
    ["?lang=en&x=1", "?lang=en"],
  ] as const) {
    const {text} = await site.get(`/plans${query}`, EN);
    assert.deepEqual(
      [...text.matchAll(/<link rel="canonical" href="([^"]*)">/g)].map(([, one]) => one),
      [at(own)],
    );
    const others = [...text.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g)];
    assert.deepEqual(Object.fromEntries(others.map(([, language, address]) => [language, address])), {
      ...{ru: at("?lang=ru"), en: at("?lang=en"), "x-default": at("")},
    });
  }
});

test("?lang= chooses the language and is remembered; a choice overrides the browser [site.language]", async (t) => {
  const site = await openSite(t);
  const chosen = await site.get("/plans?lang=ru", EN);
  assert.match(chosen.text, /<html lang="ru">/);
  assert.deepEqual(chosen.cookies, ["ryad_lang=ru; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"]);
  const later = await site.get("/plans", {...EN, cookie: "x=1; ryad_lang=ru"});
  assert.match(later.text, /<html lang="ru">/);
  assert.deepEqual(later.cookies, []);
  assert.match((await site.get("/plans?lang=xx", EN)).text, /<html lang="en">/);
  // crawlers name no languages: they get that of the server's country
  assert.match((await site.get("/plans")).text, /<html lang="ru">/);
  const american = await openSite(t, {settings: {country: "US"}});
  assert.match((await american.get("/plans")).text, /<html lang="en">/);
  const feed = await site.get("/updates.atom?lang=ru", EN);
  assert.match(feed.text, /xml:lang="ru"/);
  assert.deepEqual(feed.cookies, [], "a file that caches keep chooses for nobody else");
  assert.match((await site.get("/plans", {...EN, cookie: "ryad_lang=<b>"})).text, /<html lang="en">/);
  assert.match(
    (await site.get("/nowhere", {...EN, cookie: "ryad_lang=ru"})).text,
    /<html lang="ru">[\s\S]*Такой страницы нет/,
  );
});

test("a file with links is kept by shared caches only where RYAD_PUBLIC_URL fixes their host [site.links-host]", async (t) => {
  for (const [publicUrl, whose] of [
    [null, "private"],
    ["https://stat.example", "public"],
  ] as const) {
    const site = await openSite(t, {settings: {publicUrl}});
    for (const path of ["/sitemap.xml", "/sitemaps/pages.xml", "/updates.atom", "/opensearch.xml"]) {
      const got = await site.get(path, {...EN, host: "evil.example"});
      assert.equal(got.headers["cache-control"]?.split(",")[0], whose, path);
      assert.equal(got.text.includes("evil.example"), publicUrl === null, path);
    }
  }
});

test("an unknown address gets an error page, one under /api the error envelope, and neither shows internals [site.faults errors.envelope]", async (t) => {
  const site = await openSite(t);
  for (const [method, path] of [
    ["GET", "/nowhere"],
    ["GET", "/apiary"],
    ["GET", "/plans/x"],
    ["GET", "/assets/x/y.js"],
    ["GET", "/assets/x/..%2f..%2fsite.ts"],
    ["GET", "/%zz"],
    ["POST", "/nowhere"],
    ["POST", "/plans"],
    ["DELETE", "/plans"],
    ["GET", `//evil.example/%22%3E%3Cscript%3E`],
  ] as const) {
    const got = await site.ask(method, path, EN);
    assert.equal(got.status, 404, `${method} ${path}`);
    assert.equal(got.headers["content-type"], "text/html; charset=utf-8");
    assert.equal(got.headers["cache-control"], "no-store");
    assert.match(got.text, /<h1>There is no such page<\/h1>/);
    assert.match(got.text, /name="robots" content="noindex"/);
    assert.doesNotMatch(got.text, /evil\.example|<script>|node_modules|Error/);
  }
  for (const path of ["/api", "/api?x=1", "/api/nowhere", "/api/v1/nowhere", "/api/%zz"]) {
    const got = await site.get(path, EN);
    assert.equal(got.status, 404, path);
    assert.equal(JSON.parse(got.text).error.code, "NOT_FOUND");
    assert.equal(got.headers["access-control-allow-origin"], "*");
    assert.equal(got.headers["content-security-policy"], undefined);
  }
  assert.equal((await site.get("/health")).text, '{"status":"ok"}');
});

test("a page that fails shows only the request id; the failure is an event [site.faults]", async (t) => {
  const site = await openSite(t);
  await site.store.statistics.write(function* () {
    yield {sql: "drop table dataset", parameters: []};
  });
  const got = await site.get("/datasets", EN);
  assert.equal(got.status, 500);
  const failed = site.events.find((event) => event.type === "request-failed");
  assert.ok(failed !== undefined && got.text.includes(failed.requestId));
  assert.equal(got.headers["x-request-id"], failed.requestId);
  assert.equal(failed.route, "/datasets");
  assert.doesNotMatch(got.text, /no such table|dataset\b.*at /);
});

test("assets are compressed and may be cached without limit under their edition; a page of an older edition still gets them [site.assets]", async (t) => {
  const site = await openSite(t);
  const page = await site.get("/plans", EN);
  const address = /href="(\/assets\/[0-9a-f]{12}\/site\.css)"/.exec(page.text)?.[1] ?? "";
  const got = await site.get(address, {"accept-encoding": "gzip"});
  assert.equal(got.status, 200);
  assert.equal(got.headers["content-type"], "text/css; charset=utf-8");
  assert.equal(got.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(got.headers["content-encoding"], "gzip");
  const held = await site.get(address, {
    "accept-encoding": "gzip",
    "if-none-match": `"x", ${got.headers["etag"]}`,
  });
  assert.deepEqual([held.status, held.text], [304, ""]);
  const [brotli, gzip, none] = await Promise.all(
    ["gzip, br, zstd", "br;q=0, gzip", "br;q=0"].map((accepted) => site.get(address, {"accept-encoding": accepted})),
  );
  assert.deepEqual(
    [brotli, gzip, none].map((one) => one!.headers["content-encoding"]),
    ["br", "gzip", undefined],
  );
  assert.equal(new Set([brotli, gzip, none].map((one) => one!.headers["etag"])).size, 3);
  const raw = (await site.server.inject({url: address, headers: {"accept-encoding": "br"}})).rawPayload;
  assert.equal(brotliDecompressSync(raw).toString(), none!.text);
  assert.ok(raw.length < none!.text.length / 3);
  const old = await site.get(address.replace(/[0-9a-f]{12}/, "000000000000"));
  assert.deepEqual([old.status, old.headers["cache-control"]], [200, "no-cache"]);
  const module = await site.get(address.replace("site.css", "copy.js"));
  assert.match(module.headers["content-type"] ?? "", /^text\/javascript/);
  assert.doesNotMatch(module.text, /HTMLButtonElement>|: string|^\s*(?:\/\/|\/?\*)|^ /m);
  for (const asset of [none!, module]) {
    assert.equal(asset.headers["x-content-type-options"], "nosniff");
    assert.equal(asset.headers["content-security-policy"], undefined, "a file that is no document needs no policy");
  }
  const icon = await site.get(address.replace("site.css", "icon.svg"));
  assert.match(icon.headers["content-security-policy"] ?? "", /^default-src 'none'/);
});

test("a first visit to a series takes at most 60 kB: the page, its style, its modules, and their headers [site.weight]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const seen = new Set<string>();
  const waiting = [`/series/${FOOD}`];
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const headers = {...RU, "accept-encoding": "gzip, deflate, br, zstd"};
    const got = await site.server.inject({url: path, headers});
    assert.equal(got.statusCode, 200, path);
    bytes += got.rawPayload.length + JSON.stringify(got.headers).length + HEADERS_OF_A_CONNECTION;
    const text = (await site.get(path, RU)).text;
    for (const [, address] of text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) waiting.push(address!);
    for (const [, name] of text.matchAll(/(?:from\s*|import\s*|import\()"\.\/([\w-]+\.js)"/g))
      waiting.push(path.replace(/[^/]+$/, name!));
  }
  assert.ok(seen.size > 10 && [...seen].some((path) => path.endsWith("uplot.js")), [...seen].join(" "));
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes <= 60_000, `${bytes} bytes`);
});

/** The status line, the date and the two headers that keep a connection. */
const HEADERS_OF_A_CONNECTION = 120;
/** Food prices in the samples: a series with 35 years of months. */
const FOOD = "klksjte4fgvtljor";

test("an unchanged page is answered by 304; caches never keep a form or an error page [site.cached]", async (t) => {
  const site = await openSite(t);
  const first = await site.get("/plans", EN);
  assert.equal(first.headers["cache-control"], "private, no-cache");
  assert.match(first.headers["vary"] ?? "", /Accept-Language, Cookie, Accept-Encoding/);
  const again = await site.get("/plans", {...EN, "if-none-match": first.headers["etag"] ?? ""});
  assert.deepEqual([again.status, again.text], [304, ""]);
  const other = await site.get("/plans", {...RU, "if-none-match": first.headers["etag"] ?? ""});
  assert.equal(other.status, 200);
  assert.equal((await site.ask("HEAD", "/plans", EN)).text, "");
});

test("behind a proxy with a path prefix every address of a page has the prefix [site.prefix]", async (t) => {
  const site = await openSite(t, {settings: {publicUrl: "https://stat.example/ryad"}});
  for (const [path, addresses] of Object.entries(ADDRESSES)) {
    if (path.includes(":")) continue;
    for (const address of addresses) {
      const {text} = await site.get(address, EN);
      for (const [, link] of text.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)) {
        assert.ok(link!.startsWith("/ryad/") || /^https?:\/\//.test(link!), `${address}: ${link}`);
        assert.ok(
          !link!.includes("stat.example") || link!.startsWith("https://stat.example/ryad/"),
          `${address}: ${link}`,
        );
      }
    }
  }
});
