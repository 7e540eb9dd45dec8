// The page /api/docs: its policy, its requests, and its use in a browser.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Page} from "playwright-core";
import {openWith} from "./api/packages.ts";
import {NEEDS_CHROMIUM, openBrowser} from "./chromium.ts";
import {openSampleApi} from "./example-answers.ts";

test("/api/docs needs no token, and its policy allows requests only to its own server [openapi.docs]", async (t) => {
  const {server} = await openWith(t, []);
  const {statusCode, headers, body} = await server.inject("/api/docs");
  assert.equal(statusCode, 200);
  assert.equal(headers["content-type"], "text/html; charset=utf-8");
  assert.equal(
    headers["content-security-policy"],
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers["x-content-type-options"], "nosniff");
  const addresses = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address!);
  assert.ok(addresses.length >= 6);
  for (const address of addresses)
    assert.match(address, /^(docs\/[0-9a-f]{16}\/[a-z.-]+|openapi\.json|data:,|\.\.\/[a-z-]*)$/);
  assert.doesNotMatch(body, /<style|<script(?![^>]* src=)|style=|onload=/);
  assert.match(body, /<noscript>.*<a href="openapi\.json">/);
});

test("the files of the page come from the program, may be cached without limit, and are 304 if unchanged [openapi.docs]", async (t) => {
  const {server} = await openWith(t, []);
  const page = await server.inject("/api/docs");
  const files = [...page.body.matchAll(/(?:src|href)="(docs\/[^"]*)"/g)].map(([, address]) => `/api/${address}`);
  assert.equal(files.length, 4);
  for (const file of files) {
    const {statusCode, headers} = await server.inject({url: file, headers: {"accept-encoding": "gzip"}});
    assert.equal(statusCode, 200, file);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(headers["content-encoding"], "gzip");
    assert.match(String(headers["content-type"]), file.endsWith(".css") ? /^text\/css;/ : /^text\/javascript;/);
    const again = await server.inject({url: file, headers: {"if-none-match": String(headers["etag"])}});
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
    const old = await server.inject(file.replace(/[0-9a-f]{16}/, "0000000000000000"));
    assert.deepEqual([old.statusCode, old.json().error.code], [404, "NOT_FOUND"]);
    assert.notEqual(old.headers["cache-control"], headers["cache-control"]);
  }
  const held = {"if-none-match": String(page.headers["etag"])};
  assert.equal((await server.inject({url: "/api/docs", headers: held})).statusCode, 304);
  assert.equal(page.headers["cache-control"], "no-cache");
  for (const path of [
    "/api/docs/",
    "/api/docs/x",
    `${files[0]}x`,
    files[0]!.replace("swagger-ui.css", "..%2fpage.ts"),
  ]) {
    assert.equal((await server.inject(path)).statusCode, 404, path);
  }
});

test("in a browser the page shows the sections of the site and every operation, sends a request, calls no other host, and violates no policy [openapi.docs site.docs-frame]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const api = await openSampleApi(t);
  const origin = await api.server.listen({port: 0, host: "127.0.0.1"});
  const browser = await openBrowser(t);
  const page = await browser.newPage();
  const queries: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => void queries.push(request.url()));
  page.on("pageerror", (error) => void faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  await page.addInitScript({
    content:
      'addEventListener("securitypolicyviolation", (e) => console.error("policy", e.violatedDirective, e.blockedURI))',
  });
  await page.goto(`${origin}/api/docs`);
  await page.locator(".opblock").first().waitFor();
  const {paths} = (await api.get("/api/openapi.json")).json;
  assert.equal(await page.locator(".opblock").count(), Object.keys(paths).length);
  const links = await page.locator("header a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  assert.deepEqual(links.slice(0, 3), ["../", "../datasets", "../topics"]);
  assert.deepEqual(await groundsOf(page), {body: "rgb(252, 251, 248)", operations: "rgba(0, 0, 0, 0)"});

  await page.locator(".btn.authorize").first().click();
  await page.locator(".auth-container input").first().fill(api.token);
  await page.locator(".auth-container button[type=submit]").first().click();
  await page.locator(".btn-done").first().click();
  const operation = page.locator("#operations-Reference-listUnits");
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").click();
  await operation.locator(".execute").click();
  const answer = operation.locator(".live-responses-table .response-col_description .microlight").first();
  await answer.waitFor();
  assert.match((await answer.textContent()) ?? "", /million_rubles/);
  assert.deepEqual(faults, []);
  for (const url of queries) assert.ok(url.startsWith(`${origin}/api/`) || url.startsWith("data:"), url);
  assert.ok(queries.some((url) => url.includes("/api/v1/reference/units")));
});

test("/api/docs follows the dark colours of the reader's system [site.docs-frame]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const api = await openSampleApi(t);
  const origin = await api.server.listen({port: 0, host: "127.0.0.1"});
  const page = await (await (await openBrowser(t)).newContext({colorScheme: "dark"})).newPage();
  await page.goto(`${origin}/api/docs`);
  await page.locator(".opblock").first().waitFor();
  const dark = "rgb(20, 23, 26)";
  assert.deepEqual(await groundsOf(page), {body: dark, operations: dark});
});

/** The colours behind the page and behind its operations. */
async function groundsOf(page: Page): Promise<{body: string; operations: string}> {
  return (await page.evaluate(`(() => {
    const groundOf = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor;
    return {body: groundOf("body"), operations: groundOf(".swagger-ui")};
  })()`)) as {body: string; operations: string};
}
