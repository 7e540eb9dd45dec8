// Tests of the links of pages.
import assert from "node:assert/strict";
import {test} from "node:test";
import {linksOf, newestLink, pageText} from "./page-links.ts";

const PAGE = `<html><head><base href="/files/"></head><body>
<!-- <a href="ipc_mes_12-2026.xlsx">commented out</a> -->
<a href='ipc_mes_09-2025.xlsx'>Sep</a><a class=x HREF="ipc_mes_10-2026.xlsx">Oct &amp; <b>all</b></a>
<a href="https://other.example/ipc_mes_2-2026.xlsx">Feb</a><a href="javascript:void(0)">x</a><a>none</a></body>`;

test("links are absolute, also by the page's own base, and no comment has one", () => {
  assert.deepEqual(linksOf(PAGE, "https://example.org/stat/index.html").slice(0, 3), [
    {href: "https://example.org/files/ipc_mes_09-2025.xlsx", text: "Sep"},
    {href: "https://example.org/files/ipc_mes_10-2026.xlsx", text: "Oct & all"},
    {href: "https://other.example/ipc_mes_2-2026.xlsx", text: "Feb"},
  ]);
});

test("the newest link is the one with the greatest day in it, wherever it stands; without groups the first counts [fetch.newest-link]", () => {
  const links = linksOf(PAGE, "https://example.org/");
  const named = "ipc_mes_(?<month>\\d+)-(?<year>\\d{4})\\.xlsx";
  assert.match(newestLink(links, named)!.href, /10-2026/);
  assert.match(newestLink([...links].reverse(), named)!.href, /10-2026/);
  assert.match(newestLink(links, "ipc_mes_\\d+")!.href, /09-2025/);
  assert.match(newestLink(links, "^oct")!.href, /10-2026/);
  assert.equal(newestLink(links, "nedel_ipc"), null);
});

test("a page is read in the encoding of its header or of its own mark", () => {
  const cyrillic = Uint8Array.of(...Buffer.from('<meta http-equiv=x content="text/html; charset=windows-1251">'), 0xd6);
  assert.ok(pageText(cyrillic, "text/html").endsWith("\u0426"));
  assert.ok(pageText(Uint8Array.of(0xd6), "text/html; charset=windows-1251").endsWith("\u0426"));
  assert.equal(pageText(Buffer.from("\u0426"), "text/html; charset=nonsense-1"), "\u0426");
});
