// The faults of an open page: found by axe in both themes, and by a narrow screen. One visit is enough for all.
//
// A theme changes only colours, which depend on the style sheets and on the elements around an element: the rules of colours are checked in
// each theme for elements that no page before it had, all other rules once. Colours must not be in transition, so only pages of openEyes can
// be judged.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {AxeResults} from "axe-core";
import type {Browser, BrowserContext, BrowserContextOptions, Page} from "playwright-core";

export type Theme = "light" | "dark";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const COLOURS = ["color-contrast", "link-in-text-block"];
/**
 * axe must not list passed rules: the list takes longer than the checks. Nor must it load style sheets and media once more: the rules that
 * read them are off, or only ask for a review.
 */
const LISTED = {resultTypes: ["violations"], preload: false};
const OTHER_RULES = {...LISTED, rules: Object.fromEntries(COLOURS.map((rule) => [rule, {enabled: false}]))};
const COLOUR_RULES = {...LISTED, runOnly: COLOURS};
/** A phone. */
export const NARROW = {width: 320, height: 640};
const WIDE = {width: 1280, height: 800};

/** A context whose pages can be judged. */
export async function openEyes(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({viewport: WIDE, reducedMotion: "reduce", ...options});
  await context.addInitScript({content: AXE});
  return context;
}

/** Notes the first element of each kind: its name, its classes, its attributes, and the same of those around it. Gives the kinds. */
const NOTE_KINDS = `(() => {
  const sheets = [...document.styleSheets].map(({href}) => href && new URL(href).pathname).join();
  const kinds = new Map();
  globalThis.firstOfKind = new Map();
  for (const one of document.querySelectorAll("*")) {
    const values = ["class", "aria-pressed", "aria-invalid"].map((name) => one.getAttribute(name));
    const own = [one.tagName, ...values, ...one.getAttributeNames()].join();
    const kind = (kinds.get(one.parentElement) ?? sheets) + ">" + own;
    kinds.set(one, kind);
    if (!firstOfKind.has(kind)) firstOfKind.set(kind, one);
  }
  return [...firstOfKind.keys()];
})()`;

/**
 * The faults of the page, each beginning with `what`. The page is seen at both widths, first at the one that it has, and keeps the other: a
 * change of width draws the page again.
 * @param seen the kinds of elements whose colours were judged in these themes; those of the page are added
 */
export async function judge(page: Page, what: string, themes: readonly Theme[], seen: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  const run = async (elements: string, rules: object): Promise<void> => {
    const {violations} = (await page.evaluate(`axe.run(${elements}, ${JSON.stringify(rules)})`)) as AxeResults;
    for (const {id, nodes} of violations) faults.push(`${what}: ${id}: ${nodes.map(({html}) => html).join(" | ")}`);
  };
  const seeNarrow = async (): Promise<void> => {
    const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
    if (width > NARROW.width) faults.push(`${what} is ${width} wide on a screen of ${NARROW.width}`);
  };
  const wasNarrow = page.viewportSize()?.width === NARROW.width;
  if (wasNarrow) {
    await seeNarrow();
    await page.setViewportSize(WIDE);
  }
  await page.emulateMedia({colorScheme: themes[0]!});
  await run("document", OTHER_RULES);
  const kinds = ((await page.evaluate(NOTE_KINDS)) as string[]).filter((kind) => !seen.has(kind));
  for (const kind of kinds) seen.add(kind);
  for (const theme of kinds.length === 0 ? [] : themes) {
    await page.emulateMedia({colorScheme: theme});
    await run(`${JSON.stringify(kinds)}.map((kind) => firstOfKind.get(kind))`, COLOUR_RULES);
  }
  if (!wasNarrow) {
    await page.setViewportSize(NARROW);
    await seeNarrow();
  }
  return faults;
}
