// The judge of pages itself: it finds planted faults, also on a page whose structure and elements it has seen.
import assert from "node:assert/strict";
import {once} from "node:events";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {test} from "node:test";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {judge, openEyes} from "./judge.ts";

const page = (language: string, body: string, style = ""): string =>
  `<!DOCTYPE html><html lang="${language}"><head><title>t</title><meta name="viewport" content="width=device-width"><style>${style}</style></head><body><main><h1>Ряд</h1>${body}</main></body></html>`;

const inTheDark = (colours: string): string => `@media (prefers-color-scheme: dark) {${colours}}`;

/** In this order: each page with the rules that find a fault on it. */
const PAGES: readonly (readonly [content: string, ...rules: string[]])[] = [
  [page("ru", '<p class="a">слово</p><p class="a">другое</p>')],
  [page("en", '<p class="a">word</p><p class="a"><span lang="ru">другое</span></p>')],
  [page("xx", '<p class="a">word</p><p class="a">another</p>'), "html-lang-valid"],
  [page("en", '<p class="a">word</p><p class="a"><span lang="qq-1">another</span></p>'), "valid-lang"],
  [
    page("ru", '<p class="pale">слово</p>', `.pale {color: #ddd} ${inTheDark(".pale {color: #000}")}`),
    "color-contrast",
  ],
  [page("ru", '<p class="dim">слово</p>', `.dim {color: #000} ${inTheDark(".dim {color: #ddd}")}`), "color-contrast"],
  [page("ru", '<nav aria-label="a">x</nav><nav aria-label="b">y</nav>')],
  [page("en", '<nav aria-label="a">x</nav><nav aria-label="a">y</nav>'), "landmark-unique"],
  [page("ru", '<button aria-label="n"></button>')],
  [page("en", '<button aria-label=" "></button>'), "button-name"],
  [page("ru", '<img src="data:,">'), "image-alt"],
];

test("the judge finds faults of languages, names and colours, also on a page of a structure that it has seen", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const server = createServer(({url}, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8").end(PAGES[Number(url!.slice(1))]?.[0]);
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = await (await openEyes(await openBrowser(t), {})).newPage();
  const seen = new Set<string>();
  for (const [index, [content, ...rules]] of PAGES.entries()) {
    await open.goto(`${origin}/${index}`);
    const faults = await judge(open, "page", ["light", "dark"], seen);
    assert.deepEqual(
      faults.map((fault) => fault.split(": ")[1]),
      rules,
      content,
    );
  }
});
