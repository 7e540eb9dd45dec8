// The faults of an open page: found by axe in both themes, and by a narrow screen. One visit is enough for all.
//
// The dark theme changes only colours: after all rules in the light theme, only those of colours are checked in it. A language changes only
// words: where a page has the same markup as in another language, the rules of colours are not checked again. Colours must not be in
// transition, so only pages of openEyes can be judged.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {AxeResults} from "axe-core";
import type {Browser, BrowserContext, BrowserContextOptions, Page} from "playwright-core";

export type Theme = "light" | "dark";
export type Found = Record<Theme, string[]>;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** axe must not list passed rules: the list takes longer than the checks. */
const ASKED = {
  all: "axe.run(document, {resultTypes: ['violations']})",
  colours: "axe.run(document, {resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']})",
  words:
    "axe.run(document, {resultTypes: ['violations'], rules: {'color-contrast': {enabled: false}, 'link-in-text-block': {enabled: false}}})",
} as const;
const NARROW = {width: 320, height: 640};
const WIDE = {width: 1280, height: 800};

/** A context whose pages can be judged. */
export async function openEyes(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({viewport: WIDE, reducedMotion: "reduce", ...options});
  await context.addInitScript({content: AXE});
  return context;
}

/** Everything that the colours of an open page depend on: its elements with their classes and the names of their attributes. */
export async function markupOf(page: Page): Promise<string> {
  return (await page.evaluate(
    "[...document.querySelectorAll('*')].map((one) => [one.tagName, one.className, ...one.getAttributeNames()].join()).join(';')",
  )) as string;
}

/** The faults of the page by theme, each beginning with `what`; a theme without rules is skipped. Leaves the page narrow. */
export async function judge(
  page: Page,
  what: string,
  rules: Readonly<Partial<Record<Theme, keyof typeof ASKED>>> = {light: "all", dark: "colours"},
): Promise<Found> {
  const found: Found = {light: [], dark: []};
  const themes = Object.keys(rules) as Theme[];
  await page.setViewportSize(WIDE);
  for (const theme of themes) {
    await page.emulateMedia({colorScheme: theme});
    const {violations} = (await page.evaluate(ASKED[rules[theme]!])) as AxeResults;
    for (const {id, nodes} of violations)
      found[theme].push(`${what}: ${id}: ${nodes.map(({html}) => html).join(" | ")}`);
  }
  await page.setViewportSize(NARROW);
  for (const theme of themes) {
    await page.emulateMedia({colorScheme: theme});
    const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
    if (width > NARROW.width) found[theme].push(`${what} is ${width} wide on a screen of ${NARROW.width}`);
  }
  return found;
}
