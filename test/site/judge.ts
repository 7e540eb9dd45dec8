// The faults of an open page: found by axe in both themes, and by a narrow screen. One visit is enough for all.
//
// A theme changes only colours, which depend on the style sheets and on the elements around an element: the rules of colours are checked in
// each theme for elements that no page before it had, all other rules once. A language changes only texts: of a page that has the structure of a
// page before it, only the rules are checked that compare texts or read languages or measures. Colours must not be in transition, so only pages of
// openEyes can be judged.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {AxeResults} from "axe-core";
import type {Browser, BrowserContext, BrowserContextOptions, Page} from "playwright-core";

export type Theme = "light" | "dark";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const COLOURS = ["color-contrast", "link-in-text-block"];
/** The mark of an element whose colours are judged; of all others the rules of colours are silent. */
const MARK = "data-judged";
const MARKED_ALONE = `axe.configure({rules: [
  {id: "color-contrast", selector: "[${MARK}]"},
  {id: "link-in-text-block", selector: "a[href][${MARK}]"},
]})`;
/**
 * axe must not list passed rules: the list takes longer than the checks. Nor must it load style sheets and media once more: the rules that
 * read them are off, or only ask for a review.
 */
const LISTED = {resultTypes: ["violations"], preload: false};
const COLOUR_RULES = {...LISTED, runOnly: COLOURS};
/** Rules that may find a fault in one of two pages of the same structure (STRUCTURE); each of the others gives both the same. */
const TEXT_RULES = {
  ...LISTED,
  runOnly: [
    ...["document-title", "html-has-lang", "html-lang-valid", "html-xml-lang-mismatch", "valid-lang"],
    ...["frame-title-unique", "image-redundant-alt", "label-content-name-mismatch", "landmark-unique"],
    ...["table-duplicate-name", "scrollable-region-focusable", "skip-link"],
    ...["meta-refresh", "meta-viewport", "meta-viewport-large"],
    ...COLOURS,
  ],
};
/** A phone. */
export const NARROW = {width: 320, height: 640};
const WIDE = {width: 1280, height: 800};

/** A context whose pages can be judged. */
export async function openEyes(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({viewport: WIDE, reducedMotion: "reduce", ...options});
  await context.addInitScript({content: `${AXE};${MARKED_ALONE}`});
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
 * The elements of the page with their attributes, and where texts are. Rules read the values of attributes that begin with "aria-" or are listed;
 * of texts, names and all other attributes they read only whether they are blank.
 */
const STRUCTURE = `(() => {
  const read = new Set("abbr autocomplete charset class colspan contenteditable dir disabled for headers hidden http-equiv id inert max min name".split(" ")
    .concat("open rel required role rowspan scope selected size style tabindex type usemap".split(" ")));
  const texts = new Set(["aria-label", "aria-valuetext", "aria-description", "aria-roledescription"]);
  const valueOf = ({name, value}) => {
    if (read.has(name) || (name.startsWith("aria-") && !texts.has(name))) return "=" + value;
    if (name === "href" && value.startsWith("#")) return "=" + value;
    return value.trim() === "" ? "" : "=…";
  };
  const parts = [];
  const enter = (parent) => {
    for (const one of parent.childNodes) {
      if (one.nodeType === 3 && one.data.trim() !== "" && parts.at(-1) !== "text") parts.push("text");
      if (one.nodeType !== 1) continue;
      const attributes = [...one.attributes].filter(({name}) => name !== "lang");
      // a name in another language is in an element of its own
      const isText = one.tagName === "SPAN" && attributes.length === 0;
      if (!isText) parts.push("<" + one.tagName, ...attributes.map((own) => own.name + valueOf(own)));
      enter(one);
      if (!isText) parts.push(">");
    }
  };
  enter(document);
  return parts.join(" ");
})()`;

/**
 * The faults of the page, each beginning with `what`. The page is seen at both widths, first at the one that it has, and keeps the other: a
 * change of width draws the page again.
 * @param seen the structures and, by theme, the kinds of elements of the pages that were judged before; those of the page are added
 */
export async function judge(page: Page, what: string, themes: readonly Theme[], seen: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  const run = async (kinds: readonly string[], rules: object): Promise<void> => {
    const {violations} = (await page.evaluate(`(() => {
      for (const one of document.querySelectorAll("[${MARK}]")) one.removeAttribute("${MARK}");
      for (const kind of ${JSON.stringify(kinds)}) firstOfKind.get(kind).setAttribute("${MARK}", "");
      return axe.run(${JSON.stringify(rules)});
    })()`)) as AxeResults;
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
  const structure = (await page.evaluate(STRUCTURE)) as string;
  let rules: object = seen.has(structure) ? TEXT_RULES : LISTED;
  seen.add(structure);
  const kinds = (await page.evaluate(NOTE_KINDS)) as string[];
  for (const theme of themes) {
    const unseen = kinds.filter((kind) => !seen.has(`${theme} ${kind}`));
    if (unseen.length === 0 && rules === COLOUR_RULES) continue;
    for (const kind of unseen) seen.add(`${theme} ${kind}`);
    await page.emulateMedia({colorScheme: theme});
    await run(unseen, rules);
    rules = COLOUR_RULES;
  }
  if (!wasNarrow) {
    await page.setViewportSize(NARROW);
    await seeNarrow();
  }
  return faults;
}
