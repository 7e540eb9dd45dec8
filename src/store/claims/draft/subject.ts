// The subject of a claim in a draft: the runs of a clause that name series, as the search finds them.
//
// All words of a run must be in the titles of one series. What is only a part of a run names another thing: it makes the claim doubtful, and
// a doubtful claim is answered only where its number agrees in three digits (verify-draft.ts).
import {isStopWord} from "../../../search/language/words.ts";
import type {Budget} from "../../../work/budget.ts";
import type {Search} from "../../search/search.ts";
import {readClaimWords} from "../claim-words.ts";
import type {Run} from "./clause.ts";

export interface Subject {
  readonly words: readonly string[];
  /** Datasets and indicators of the series that fit best. */
  readonly indicators: ReadonlySet<string>;
  /** Words beside it are not understood. */
  readonly isDoubtful: boolean;
}

export interface SubjectFinder {
  /** null: no series has all these words. */
  find(words: readonly string[]): Promise<Subject | null>;
}

/** As for a claim: another indicator is as probable down to this share of the best relevance (statistics/claim/judge.ts). */
const AS_RELEVANT = 0.85;
const MOST_SERIES = 20;
/** Below this the words are only in the name of the dataset, or near to those of a title: "debt" finds assets. */
const LEAST_RELEVANCE = 600;
/** Searches of one text; a run that comes later counts as not found. */
const MOST_SEARCHES = 400;

/** Remembers what it found for the whole text. */
export function createSubjectFinder(search: Search, budget: Budget): SubjectFinder {
  const known = new Map<string, Promise<ReadonlySet<string> | null>>();
  let left = MOST_SEARCHES;
  async function indicatorsOf(text: string): Promise<ReadonlySet<string> | null> {
    for (const subject of readClaimWords(text, null).subjects) {
      if (left-- <= 0 || budget.isSpent()) return null;
      const filters = {territory: null, frequency: null, level: null};
      const page = await search.findSeries(
        {text: subject, filters, limit: MOST_SERIES, wholeOnly: true},
        false,
        budget,
      );
      if (!page.isWhole || page.total === 0) continue;
      const relevance = (key: string): number => page.relevance.get(key) ?? 0;
      const best = Math.max(...page.series.map(({key}) => relevance(key)));
      if (best < LEAST_RELEVANCE) continue;
      const near = page.series.filter(({key}) => relevance(key) >= best * AS_RELEVANT);
      return new Set(near.map(({datasetId, indicator}) => `${datasetId} ${indicator}`));
    }
    return null;
  }
  return {
    async find(words) {
      const text = words.join(" ");
      const found = known.get(text) ?? indicatorsOf(text);
      known.set(text, found);
      const indicators = await found;
      return indicators === null ? null : {words, indicators, isDoubtful: false};
    },
  };
}

/** Whether a run has a word that tells one subject from another: "prices" or "the volume" alone have none. */
export function isTelling(run: Run): boolean {
  const known = TELLING.get(run);
  if (known !== undefined) return known;
  const {words} = run;
  const is = !words.every(isStopWord) && !readClaimWords(words.join(" "), null).isUnclear;
  TELLING.set(run, is);
  return is;
}

/** Asked several times of each run. */
const TELLING = new WeakMap<Run, boolean>();

/** The subject in the runs of a clause, the nearest to `position` first. null: they name no series. */
export async function subjectIn(finder: SubjectFinder, all: readonly Run[], position: number): Promise<Subject | null> {
  const telling = all.filter(isTelling);
  if (telling.length === 0) return null;
  const whole = await finder.find(all.flatMap(({words}) => words));
  if (whole !== null) return whole;
  const distance = ({at}: Run): number => (at < position ? position - at : at - position + FAR);
  const near = [...telling].sort((one, other) => distance(one) - distance(other));
  for (const run of near) {
    const own = await finder.find(run.words);
    if (own !== null) return {...own, isDoubtful: telling.length > 1};
  }
  for (const {words} of near) {
    for (let end = words.length - 1; end > 0; end--) {
      if (!isStopWord(words[end]!)) continue;
      const shorter = words.slice(0, end);
      const own = isTelling({words: shorter, at: 0}) ? await finder.find(shorter) : null;
      if (own !== null) return {...own, isDoubtful: true};
    }
  }
  return null;
}

/** What stands behind a number is less probably its subject than what stands before it. */
const FAR = 100;

/**
 * What an earlier claim was about, with the words of this one: "retail sales", then "of food". null: they have nothing in common.
 * @param names words of places, which a later one replaces
 */
export async function joinedSubject(
  finder: SubjectFinder,
  earlier: Subject,
  own: Subject,
  names: ReadonlySet<string>,
): Promise<Subject | null> {
  if (own.indicators.size < 2 || earlier.indicators.size > 1) return null;
  const [subject = ""] = earlier.indicators;
  if (!own.indicators.has(subject)) return null;
  const kept = earlier.words.filter((word) => !names.has(word));
  for (const words of kept.length < earlier.words.length ? [earlier.words, kept] : [kept]) {
    const joined = await finder.find([...words, ...own.words]);
    if (joined !== null) return {...joined, isDoubtful: own.isDoubtful};
  }
  return null;
}
