// Reads the series of a comparison, and computes what its address asks for: steps of all series, and of single ones.
//
// Steps that would be a wrong number of a series leave it as published. The page names it; a file or a picture of such a comparison is
// refused. Steps may name a second series: it is read with the others, and is no line of its own.
import {meansGrowth} from "../../../statistics/derived/quantity.ts";
import {type DeriveStep, parseSteps, stepText} from "../../../statistics/derived/step.ts";
import type {StepSubject} from "../../../statistics/derived/step-rules.ts";
import type {Steps} from "../../../work/pace.ts";
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {stepSubjectOf, stepsOffered} from "../derived/choices.ts";
import {type Declared, declaredOf, derivedView} from "../derived/derived-view.ts";
import {findPriceIndices, hasRealTerms} from "../derived/price-indices.ts";
import {type RealWay, realWays} from "../derived/real-ways.ts";
import {DERIVED_WORDS} from "../derived/words.ts";
import {dayChosen, readVintage} from "../series/query.ts";
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
  /** The published values are growths. */
  readonly isOfGrowth: boolean;
  /** The second series of those steps: price indices. */
  readonly beside: readonly SeriesView[];
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
  /** The names of the offered price indices, by the steps that divide by them. */
  readonly prices: ReadonlyMap<string, string>;
  /** The ways to show all series in real terms. */
  readonly real: readonly RealWay[];
  /** All are amounts or prices, and no price index is offered for them. */
  readonly hasNoPrices: boolean;
  /** None of the series is money or a price. */
  readonly hasNoMoney: boolean;
}

/** @param offers whether steps are offered on the page: price indices are looked for only there, not for files and pictures */
export async function readCompared(visit: Visit, offers = true): Promise<Compared> {
  const entries = entriesChosen(visit.query);
  const compared = entries.slice(0, MOST_SERIES);
  const keys = [...new Set(compared.map(({key}) => key))];
  const ofAll = readableSteps(visit.query.get("derive") ?? "");
  const derive = ofAll && textOf(ofAll);
  const second = [ofAll, ...compared.map(({steps}) => readableSteps(steps ?? ""))].flatMap((steps) => keysOf(steps));
  const beside = [...new Set(second)].slice(0, MOST_SERIES);
  // a page says of an unreadable day that it shows the latest values; a file or a picture is refused
  const asOf = offers ? readVintage(visit.query.get("as_of")).asOf : dayChosen(visit);
  const read = await readSeveralSeries(visit, [...new Set([...keys, ...beside])], asOf);
  const declared = declaredOf([...read.values()]);
  const known = compared.flatMap((entry) => {
    const view = read.get(entry.key);
    return view === undefined ? [] : [{entry, view, subject: stepSubjectOf(view, declared.get(view.dataset.id)!)}];
  });
  const prices = offers ? await pricesOf(visit, known) : [];
  const chosen: ComparedSeries[] = [];
  for (const [at, one] of known.entries()) {
    const indices = prices[at] ?? [];
    const offered = [...stepsOffered(one.view, one.subject, 1), ...indices.map(({key}) => `real:${key}`)];
    chosen.push(await visit.withRests(computed(visit, {...one, offered, read, declared, derive})));
  }
  return {
    chosen,
    views: chosen.map(({view}) => view),
    derive,
    refused: chosen.filter(({isRefused}) => isRefused).map(({view}) => view),
    unknown: keys.filter((key) => !read.has(key)).map((key) => key.slice(0, 40)),
    isCut: entries.length > MOST_SERIES,
    typed: wordsTyped(visit.query),
    prices: new Map(prices.flat().map(({key, name}) => [`real:${key}`, name])),
    real: realWays(
      known.map(({entry}) => entry.key),
      prices,
      visit.language,
    ),
    hasNoMoney: known.length > 0 && !known.some(({subject}) => hasRealTerms(subject)),
    hasNoPrices: prices.length > 0 && known.every(({subject}) => hasRealTerms(subject)) && prices.flat().length === 0,
  };
}

/** Of which each has its price index looked for: the ten highest of a ranking, and some more. */
const MOST_PRICED = 20;

/** Each series needs a search of its own, so of very many none is offered. */
async function pricesOf(visit: Visit, known: readonly {readonly view: SeriesView; readonly subject: StepSubject}[]) {
  if (known.length > MOST_PRICED) return [];
  return findPriceIndices(
    visit,
    known.map(({view: {series}, subject}) => ({series, subject})),
  );
}

interface WantedSteps extends Pick<ComparedSeries, "entry" | "view" | "offered"> {
  /** All series that were read, by key: those of steps too. */
  readonly read: ReadonlyMap<string, SeriesView>;
  readonly declared: Declared;
  readonly derive: string | null;
}

function* computed(
  {language}: Visit,
  {entry, view, offered, read, declared, derive}: WantedSteps,
): Steps<ComparedSeries> {
  yield;
  const isOfGrowth = meansGrowth(stepSubjectOf(view, view.declared).meaning);
  const shown = {entry, view, offered, steps: null, isOfGrowth, beside: []};
  if (entry.steps === PUBLISHED || (entry.steps === null && derive === null)) return {...shown, isRefused: false};
  const steps = readableSteps(entry.steps ?? derive!);
  const others = new Map<string, SeriesView>();
  for (const key of keysOf(steps)) {
    const other = read.get(key);
    if (other === undefined) return {...shown, isRefused: true};
    others.set(key, other);
  }
  const derived = steps === null ? null : yield* derivedView(view, steps, others, declared, language);
  if (derived === null) return {...shown, isRefused: true};
  return {...shown, view: derived.view, steps: textOf(steps!), beside: [...others.values()], isRefused: false};
}

/** null: there are none, or they cannot be read. */
function readableSteps(text: string): readonly DeriveStep[] | null {
  const steps = text === "" || text === PUBLISHED ? [] : parseSteps(text);
  return "problem" in steps || steps.length === 0 ? null : steps;
}

function textOf(steps: readonly DeriveStep[]): string {
  return steps.map(stepText).join("|");
}

/** The second series that steps name. */
function keysOf(steps: readonly DeriveStep[] | null): readonly string[] {
  return (steps ?? []).flatMap((step) => ("key" in step ? [step.key] : []));
}

/** @throws PageFault if a series is missing or there are too many: a picture or a file without it would be a silent gap */
export async function readWhole(visit: Visit): Promise<Compared> {
  const words = COMPARE_WORDS[visit.language];
  const compared = await readCompared(visit, false);
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
