// Which series words name, as the search finds them: the finder of a text remembers what it has searched.
//
// Each new run of words costs a search, so a text has a number of them; what comes later counts as not found, and the draft says so (isCut).
import {isSameWord, stemmed} from "../../search/language/stem.ts";
import {isStopWord, plainWordsOf} from "../../search/language/words.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Search} from "../../store/search/search.ts";
import type {FoundSeries} from "../../store/series/named-series.ts";
import type {Budget} from "../../work/budget.ts";
import {asideAt, phraseAt} from "../claim-phrases.ts";
import {readClaimWords} from "../claim-words.ts";
import {inBothLanguages} from "../find-meant.ts";

export interface Subject {
  readonly words: readonly string[];
  /** Datasets and indicators of the series that fit best. */
  readonly indicators: ReadonlySet<string>;
  /** Their classes. */
  readonly classes: ReadonlySet<string>;
  /** In which these series are published. */
  readonly frequencies: ReadonlySet<Frequency>;
  /** Words beside it are not understood. */
  readonly isDoubtful: boolean;
  /** One of them is of its own noun phrase: something else is named. */
  readonly isNarrowed?: boolean;
  /** One of them may be a subject of its own. */
  readonly isRivalled?: boolean;
  /** Its words are all those of a title that tell a series from others: nothing else is needed to name it. */
  readonly isNamed?: boolean;
  /** It stands in a circumstance: "with a target of 4 %". */
  readonly isPassing?: boolean;
  /** The subject that its words were added to: "retail sales" of "retail sales of food". */
  readonly root?: Subject;
}

export interface SubjectFinder {
  /** Some words were not searched, since the text has too many or its time is over: "not found" says nothing then. */
  readonly isCut: boolean;
  /** null: no series has all these words. */
  find(words: readonly string[]): Promise<Subject | null>;
  /** Whether the title of a series has all these words, also those of no meaning for a claim. */
  areInTitle(words: readonly string[]): Promise<boolean>;
}

type Found = Pick<Subject, "indicators" | "classes" | "frequencies" | "isNamed">;

/** As for a claim: another indicator is as probable down to this share of the best relevance (statistics/claim/judge.ts). */
const AS_RELEVANT = 0.85;
const MOST_SERIES = 20;
/** Below this the words are only in the name of the dataset, or near to those of a title: "debt" finds assets. */
const LEAST_RELEVANCE = 650;
/** Searches of one text; a run that comes later counts as not found. */
const MOST_SEARCHES = 800;

/** Remembers what it found for the whole text. */
export function createSubjectFinder(search: Search, budget: Budget): SubjectFinder {
  const known = new Map<string, Promise<Found | null>>();
  let left = MOST_SEARCHES;
  let isCut = false;
  async function nearestTo(texts: readonly string[]): Promise<Found | null> {
    for (const subject of texts) {
      if (left-- <= 0 || budget.isSpent()) {
        isCut = true;
        return null;
      }
      const filters = {territory: null, frequency: null, level: null};
      const page = await search.findSeries(
        {text: subject, filters, limit: MOST_SERIES, wholeOnly: true, asWritten: true},
        false,
        budget,
      );
      if (!page.isWhole || page.total === 0) continue;
      const relevance = (key: string): number => page.relevance.get(key) ?? 0;
      const best = Math.max(...page.series.map(({key}) => relevance(key)));
      if (best < LEAST_RELEVANCE) continue;
      const near = page.series.filter(({key}) => relevance(key) >= best * AS_RELEVANT);
      return {
        indicators: new Set(near.map(({datasetId, indicator}) => `${datasetId} ${indicator}`)),
        classes: new Set(near.map((one) => `${one.datasetId} ${one.indicator} ${one.classification}`)),
        frequencies: new Set(near.map(({frequency}) => frequency)),
        isNamed: near.some((one) => isNamedBy(one, subject)),
      };
    }
    return null;
  }
  return {
    get isCut() {
      return isCut;
    },
    async find(words) {
      const text = words.join(" ");
      const found = known.get(text) ?? nearestTo(readClaimWords(text, null).subjects);
      known.set(text, found);
      const nearest = await found;
      return nearest === null ? null : {words, ...nearest, isDoubtful: false};
    },
    async areInTitle(words) {
      return (await nearestTo([words.join(" ")])) !== null;
    },
  };
}

/** In either language, without what a report has around a name. */
function isNamedBy({indicatorLabel, className}: FoundSeries, text: string): boolean {
  const said = plainWordsOf(text).map(stemmed);
  return [className, indicatorLabel]
    .flatMap((name) => (name === null ? [] : inBothLanguages(name)))
    .some((name) => {
      const core = tellingWords(name);
      return core.length > 0 && core.every((word) => said.some((one) => isSameWord(one, stemmed(word))));
    });
}

function tellingWords(name: string): readonly string[] {
  const words = plainWordsOf(name.replace(/\([^)]*\)/gu, " "));
  const covered = words.flatMap((_, at) =>
    Array.from(
      {length: Math.max(asideAt(words, at)?.length ?? 0, phraseAt(words, at)?.length ?? 0)},
      (_, steps) => at + steps,
    ),
  );
  return words.filter((word, at) => !isStopWord(word) && !covered.includes(at));
}
