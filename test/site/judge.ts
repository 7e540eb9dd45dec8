// What is found fault with on a page as it stands: by axe, in either theme, and by a narrow screen. One visit serves all of it.
//
// By night a page says the same in other colours: where all rules were asked by day, only those of colours are asked by night. Colours
// must not be on their way from one to another, so that only pages of openEyes are judged.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {AxeResults} from "axe-core";
import type {Browser, BrowserContext, BrowserContextOptions, Page} from "playwright-core";

export type Theme = "light" | "dark";
export type Found = Record<Theme, string[]>;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Of what is sound nothing is told: to put it into words takes longer than to look. */
const ASKED = {
  all: "axe.run(document, {resultTypes: ['violations']})",
  colours: "axe.run(document, {resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']})",
} as const;
const NARROW = {width: 320, height: 640};
const WIDE = {width: 1280, height: 800};

/** Pages of this context can be judged. */
export async function openEyes(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({viewport: WIDE, reducedMotion: "reduce", ...options});
  await context.addInitScript({content: AXE});
  return context;
}

/** Faults of the page by theme, each beginning with `what`; a theme without rules is not looked at. Leaves the page narrow. */
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
