// Reads the series of a comparison, and computes what its address asks for: steps of all series, and of single ones.
//
// Steps that would be a wrong number of a series leave it as published. The page names it; a file or a picture of such a comparison is
// refused.
import {parseSteps, stepText} from "../../../statistics/derived/step.ts";
import type {Steps} from "../../../work/pace.ts";
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {stepsOffered, subjectOf} from "../derived/choices.ts";
import {type Declared, derivedView, readDeclared} from "../derived/derived-view.ts";
import {DERIVED_WORDS} from "../derived/words.ts";
import {readSeveralSeries, type SeriesView} from "../series/read-series.ts";
import {type ComparedEntry, entriesChosen, MOST_SERIES, PUBLISHED, wordsTyped} from "./query.ts";
import {COMPARE_WORDS} from "./words.ts";

export interface ComparedSeries {
  readonly entry: ComparedEntry;
  /** With computed values where steps are asked for. */
  readonly view: SeriesView;
  /** The steps that can be asked for. */
  readonly offered: readonly string[];
  /** The steps that were taken; null: values as published. */
  readonly steps: string | null;
  /** The steps that are asked for would be a wrong number, or cannot be read. */
  readonly isRefused: boolean;
}

export interface Compared {
  readonly chosen: readonly ComparedSeries[];
  readonly views: readonly SeriesView[];
  /** The steps that are asked of all; null: none. */
  readonly derive: string | null;
  /** Series that are shown as published although steps are asked for. */
  readonly refused: readonly SeriesView[];
  /** Keys without a series. */
  readonly unknown: readonly string[];
  /** More than MOST_SERIES are given. */
  readonly isCut: boolean;
  /** Words typed for a further series; empty: none. */
  readonly typed: string;
}

export async function readCompared(visit: Visit): Promise<Compared> {
  const entries = entriesChosen(visit.query);
  const compared = entries.slice(0, MOST_SERIES);
  const keys = [...new Set(compared.map(({key}) => key))];
  const read = await readSeveralSeries(visit, keys);
  const declared = await readDeclared(visit.site, [...read.values()]);
  const derive = readableSteps(visit.query.get("derive") ?? "");
  const chosen: ComparedSeries[] = [];
  for (const entry of compared) {
    const view = read.get(entry.key);
    if (view !== undefined) chosen.push(await visit.inSlices(computed(visit, {entry, view, declared, derive})));
  }
  return {
    chosen,
    views: chosen.map(({view}) => view),
    derive,
    refused: chosen.filter(({isRefused}) => isRefused).map(({view}) => view),
    unknown: keys.filter((key) => !read.has(key)).map((key) => key.slice(0, 40)),
    isCut: entries.length > MOST_SERIES,
    typed: wordsTyped(visit.query),
  };
}

interface WantedSteps {
  readonly entry: ComparedEntry;
  readonly view: SeriesView;
  readonly declared: Declared;
  readonly derive: string | null;
}

function* computed({language}: Visit, {entry, view, declared, derive}: WantedSteps): Steps<ComparedSeries> {
  const offered = stepsOffered(view, subjectOf(view, declared.get(view.dataset.id)!), 1);
  yield;
  const isPublished = entry.steps === PUBLISHED || (entry.steps === null && derive === null);
  if (isPublished) return {entry, view, offered, steps: null, isRefused: false};
  const steps = entry.steps === null ? derive : readableSteps(entry.steps);
  const refused = {entry, view, offered, steps: null, isRefused: true};
  if (steps === null) return refused;
  const read = parseSteps(steps);
  const derived = "problem" in read ? null : yield* derivedView(view, read, new Map(), declared, language);
  return derived === null ? refused : {entry, view: derived.view, offered, steps, isRefused: false};
}

/** In the usual form; null: there are none, or they name a second series, which has no place among those of the address. */
function readableSteps(text: string): string | null {
  const steps = text === "" ? [] : parseSteps(text);
  return "problem" in steps || steps.length === 0 || steps.some((step) => "key" in step)
    ? null
    : steps.map(stepText).join("|");
}

/** @throws PageFault if a series is missing or there are too many: a picture or a file without it would be a silent gap */
export async function readWhole(visit: Visit): Promise<Compared> {
  const words = COMPARE_WORDS[visit.language];
  const compared = await readCompared(visit);
  const {views, unknown, isCut, refused} = compared;
  const refuse = (why: string): never => {
    throw new PageFault(404, why, null, why);
  };
  // a published line among computed ones would be mistaken for one
  if (refused.length > 0) refuse(DERIVED_WORDS[visit.language].refused);
  if (unknown.length > 0) refuse(`${words.unknown} ${unknown.join(", ")}.`);
  if (isCut) refuse(`${words.full} (${entriesChosen(visit.query).length} > ${MOST_SERIES})`);
  return views.length === 0 ? refuse(words.noneGiven) : compared;
}
