// The address of a comparison: its series by key, in order, words typed for a further one, and how many of the last years are shown.
import {parseSteps, stepText} from "../../../statistics/derived/step.ts";
import type {Day} from "../../../statistics/time/day.ts";
import {PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {stepsOffered, subjectOf} from "../derived/choices.ts";
import {derivedView, readDeclared} from "../derived/derived-view.ts";
import {readSeries, type SeriesView} from "../series/read-series.ts";
import {COMPARE_WORDS} from "./words.ts";

export const MOST_SERIES = 6;

export interface Compared {
  /** With computed values where steps are asked for. */
  readonly views: readonly SeriesView[];
  /** The steps that can be asked for, of all series together. */
  readonly offered: readonly string[];
  /** The steps that were taken; null: values as published. */
  readonly derive: string | null;
  /** Series of which the steps would be wrong numbers: they are shown as published. */
  readonly refused: readonly SeriesView[];
  /** Keys without a series. */
  readonly unknown: readonly string[];
  /** More than MOST_SERIES keys are given. */
  readonly isCut: boolean;
  /** The words of `add=` if it is neither a key nor the address of a page; empty: none. */
  readonly typed: string;
}

/** The keys of `series=a,b` and of `add=`, which may be the address of a page or words; each once. */
export function keysChosen(query: URLSearchParams): string[] {
  const given = query.getAll("series").flatMap((text) => text.split(","));
  const keys = [...given.map((text) => keyIn(text) ?? text.trim()), keyIn(query.get("add") ?? "") ?? ""];
  return [...new Set(keys.filter((key) => key !== ""))];
}

/** The key, or the key in the address of a page. */
function keyIn(text: string): string | null {
  return /(?:^|\/series\/)([0-9a-z]{16})(?![0-9a-z])/.exec(text.trim())?.[1] ?? null;
}

export async function readCompared(visit: Visit): Promise<Compared> {
  const keys = keysChosen(visit.query);
  const views: SeriesView[] = [];
  const unknown: string[] = [];
  for (const key of keys.slice(0, MOST_SERIES)) {
    try {
      views.push(await readSeries(visit, key, null));
    } catch (error) {
      if (!(error instanceof PageFault)) throw error;
      unknown.push(key.slice(0, 40));
    }
  }
  const computed = await computeAll(visit, views);
  const added = (visit.query.get("add") ?? "").trim();
  return {
    ...computed,
    unknown,
    isCut: keys.length > MOST_SERIES,
    typed: keyIn(added) === null ? added.slice(0, 200) : "",
  };
}

/** The series with the values that `derive=` asks for. */
async function computeAll(
  visit: Visit,
  published: readonly SeriesView[],
): Promise<Pick<Compared, "views" | "offered" | "derive" | "refused">> {
  const declared = await readDeclared(visit.site, published);
  const offered = new Set<string>();
  for (const view of published)
    for (const one of stepsOffered(view, subjectOf(view, declared.get(view.dataset.id)!), 1)) offered.add(one);
  const text = visit.query.get("derive") ?? "";
  const steps = text === "" ? [] : parseSteps(text);
  // a second series in a step has no place among those of the address
  if ("problem" in steps || steps.length === 0 || steps.some((step) => "key" in step))
    return {views: published, offered: [...offered], derive: null, refused: []};
  const views: SeriesView[] = [];
  const refused: SeriesView[] = [];
  for (const view of published) {
    const derived = await visit.inSlices(derivedView(view, steps, new Map(), declared, visit.language));
    if (derived === null) refused.push(view);
    views.push(derived?.view ?? view);
  }
  return {views, offered: [...offered], derive: steps.map(stepText).join("|"), refused};
}

/** The same as for the chart of a series: client/chart-controls.ts repeats them, since it cannot import this file. */
const RANGES = [1, 5, 10] as const;
type Years = (typeof RANGES)[number];
const DAYS_A_YEAR = 365.25;

/** null: all years. Tables and files always have all. */
export function yearsChosen(query: URLSearchParams): Years | null {
  return RANGES.find((years) => String(years) === query.get("years")) ?? null;
}

/** The first day of the charts, counted back from the last period of all series; null: no limit. */
export function firstShown(views: readonly SeriesView[], years: number | null): Day | null {
  const last = spanOf(views)?.[1];
  return years === null || last === undefined ? null : last - Math.ceil(years * DAYS_A_YEAR);
}

/** Links to the ranges that are shorter than the data. */
export function yearsChoice(visit: Visit, views: readonly SeriesView[]): Html | false {
  const words = COMPARE_WORDS[visit.language];
  const [first, last] = spanOf(views) ?? [0, 0];
  const fitting = RANGES.filter((years) => years * DAYS_A_YEAR < last - first);
  const shown = yearsChosen(visit.query);
  const series = keysChosen(visit.query).join(",");
  return (
    fitting.length > 0 &&
    html`<p class="chart-ranges">${[...fitting, null].map(
      (years) =>
        html`<a class="button quiet" href="${visit.here({years, add: null, series})}"${years === shown && html` aria-current="true"`}>${years === null ? words.allYears : words.years[years]}</a>\n`,
    )}</p>\n`
  );
}

function spanOf(views: readonly SeriesView[]): readonly [Day, Day] | null {
  const ends = views.flatMap(({values}) => (values.length === 0 ? [] : [values[0]!.first, values.at(-1)!.first]));
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)];
}
