// Searches for series by a text and filters. This folder: `language` splits texts into words, `index` makes postings, `query` compiles a
// question, `rank` orders the matches.
//
// A text becomes several queries, tried in order until one matches: as typed, without the words that only make it a question; with the
// descriptions of indicators; with every word as a possible typing error; all that in the other keyboard layout. Each query first leaves words
// that name a territory to territories, then lets families match them too. If no query matches, the series that match most of its words are
// found.
import type {FamilyIndex} from "./index/family-index.ts";
import {isStalled} from "./index/series-set.ts";
import {withoutQuestionWords} from "./language/question-words.ts";
import {withoutTimes} from "./language/times.ts";
import {inOtherLayout} from "./language/typing-errors.ts";
import {isStopWord, type QueryPart, readQueryParts} from "./language/words.ts";
import {buildQuery, candidateWords, isKnown, type QueryWord, readQueryWords} from "./query/build-query.ts";
import type {SearchFilters} from "./query/filters.ts";
import {NO_WORDS, type WordQuery} from "./query/word-query.ts";
import {createCandidates} from "./rank/candidates.ts";
import type {Collector} from "./rank/collector.ts";
import {createFacets, type Facets} from "./rank/facets.ts";
import {draftPage, type RankedSeries} from "./rank/page.ts";
import type {ParsedQuery} from "./rank/parsed-query.ts";
import {readAtOnce, type SearchSteps} from "./stored/reading.ts";

export interface SeriesQuestion {
  /** null: only filters. */
  readonly text: string | null;
  readonly filters: SearchFilters;
  readonly limit: number;
  /** How many of the found series are before those that are wanted; 0 if absent. */
  readonly offset?: number;
  /** Where more series match, only their number is wanted; absent: never. */
  readonly most?: number;
  /** Only series that match all words are wanted, and not the nearest ones, which take as long again. */
  readonly wholeOnly?: boolean;
  /** No word may be a typing error, the beginning of another one or a word of a description: for who takes a match as what was meant. */
  readonly asWritten?: boolean;
}

export interface SeriesAnswer {
  /** Number of all matching series. */
  readonly total: number;
  /** Whether they match all words; false: no series does, and these match most. */
  readonly isWhole: boolean;
  /** The year that the question names, if no series is named after it. */
  readonly year: number | null;
  readonly found: readonly RankedSeries[];
  /** null unless asked for. */
  readonly facets: Facets | null;
}

/** Further letters of a text are ignored. */
const MAX_LETTERS = 1000;

export interface SeriesSearch {
  /** In one go, from segments that are whole in memory. */
  answer(question: SeriesQuestion, withFacets?: boolean): SeriesAnswer;
  /** Step by step; one question at a time, and only while the index stays as it is. */
  steps(question: SeriesQuestion, withFacets?: boolean): SearchSteps<SeriesAnswer>;
}

export function createSeriesSearch(index: FamilyIndex): SeriesSearch {
  const candidates = createCandidates(index);

  function* collected(
    query: ParsedQuery,
    {limit, offset = 0, most, filters: {status = null}}: SeriesQuestion,
    withFacets: boolean,
    isWhole: boolean,
    collect: (collector: Collector) => SearchSteps<void>,
  ): SearchSteps<SeriesAnswer> {
    const page = draftPage(offset + limit, query.territories, most);
    const facets = withFacets ? createFacets(query.territories.groups) : null;
    const collector = {...page, countFacet: facets?.countFacet ?? null};
    yield* collect(status === null ? collector : onlyOf(status, collector));
    return {
      total: page.total(),
      isWhole,
      year: query.words.year,
      found: yield* page.open(index.territories.all, offset),
      facets: facets?.finish() ?? null,
    };
  }

  function* steps(question: SeriesQuestion, withFacets = false): SearchSteps<SeriesAnswer> {
    const {text, filters} = question;
    const whole = (query: ParsedQuery, territoryWords: number): SearchSteps<SeriesAnswer> =>
      collected(query, question, withFacets, true, (collector) =>
        candidates.collectWhole(query, territoryWords, collector),
      );
    if (text === null) return yield* whole(yield* candidates.parse(NO_WORDS, filters), 0);
    const tried: ParsedQuery[] = [];
    const read = yield* readQueries(text, index, question.asWritten === true);
    const nearestOf = comparedWhenNoneIsWhole(read);
    for (const words of read) {
      const query = yield* candidates.parse(words, filters);
      const {territoryWords} = query.territories;
      // first only territories may match the words that name one, then families too
      for (const wordsOfTerritories of territoryWords === 0 ? [0] : [territoryWords, 0]) {
        const found = yield* whole(query, wordsOfTerritories);
        if (found.total > 0) return found;
      }
      if (question.wholeOnly !== true && nearestOf.has(words)) tried.push(query);
    }
    let best = 0;
    let nearest: ParsedQuery | null = null;
    for (const query of tried) {
      const coverage = yield* candidates.bestCoverage(query, best);
      if (coverage === best) continue;
      best = coverage;
      nearest = query;
    }
    if (nearest === null)
      return {total: 0, isWhole: true, year: null, found: [], facets: withFacets ? createFacets([]).finish() : null};
    const query = nearest;
    return yield* collected(query, question, withFacets, false, (collector) =>
      candidates.collectBest(query, best, collector),
    );
  }

  return {
    steps,
    answer: (question, withFacets) => readAtOnce(steps(question, withFacets)),
  };
}

/** The same collector for series of one status. Buckets alternate by level, and the upper half of them has the stalled ones. */
function onlyOf(status: "active" | "stalled", collector: Collector): Collector {
  const {count, isOpen, countFacet} = collector;
  const isWanted = (bucket: number): boolean => isStalled(bucket) === (status === "stalled");
  return {
    ...collector,
    count: (bucket, series) => isWanted(bucket) && count(bucket, series),
    isOpen: (bucket) => isWanted(bucket) && isOpen(bucket),
    countFacet:
      countFacet &&
      ((segment, frequency, group, stalled, series) =>
        stalled === (status === "stalled") && countFacet(segment, frequency, group, stalled, series)),
  };
}

/** The queries of which the nearest matches are compared: descriptions would match too much, and a year is no subject. */
export function comparedWhenNoneIsWhole(queries: readonly WordQuery[]): ReadonlySet<WordQuery> {
  const named = queries.filter(({readsDescriptions}) => !readsDescriptions);
  const timeless = named.filter(({year}) => year !== null);
  return new Set(timeless.length > 0 ? timeless : named);
}

/** The queries of a text, in the order in which they are tried. */
export function* readQueries(text: string, index: FamilyIndex, asWritten = false): SearchSteps<WordQuery[]> {
  const typed = text.slice(0, MAX_LETTERS);
  const {questions} = index.lexicon.synonyms;
  const parts = withoutQuestionWords(readQueryParts(typed), questions.always);
  yield;
  const words = yield* wordsOf(parts, index);
  const queries = words.length > 0 ? yield* withoutYears(parts, index, asWritten) : [];
  const fewer = withoutQuestionWords(parts, questions.otherwise);
  yield;
  if (fewer !== parts && (yield* wordsOf(fewer, index)).length > 0)
    queries.push(...(yield* withoutYears(fewer, index, asWritten)));
  if (asWritten) return queries;
  const other = yield* convertUnknown(typed, index);
  const converted = other === null ? null : withoutQuestionWords(other, questions.always);
  if (converted !== null && (yield* wordsOf(converted, index)).length > 0)
    queries.push(...(yield* withoutYears(converted, index, asWritten)));
  return queries;
}

/** The words of a text, with the codes of classes among them. */
function* wordsOf(parts: readonly QueryPart[], {lexicon, addCodes}: FamilyIndex): SearchSteps<readonly QueryWord[]> {
  yield* addCodes(candidateWords(parts, lexicon));
  yield;
  return readQueryWords(parts, lexicon);
}

/** First with its times as words, since a series may be named after a year, then without them. */
function* withoutYears(from: readonly QueryPart[], index: FamilyIndex, asWritten: boolean): SearchSteps<WordQuery[]> {
  const {lexicon} = index;
  const read = readQueryWords(from, lexicon);
  const timeless = withoutTimes(from);
  const left = timeless === null ? [] : yield* wordsOf(timeless.parts, index);
  if (timeless === null || timeless.parts.length === 0 || left.length === 0)
    return yield* withCorrections(read, from, index, asWritten);
  const asTyped = yield* buildQuery(read, from, lexicon, asWritten ? "never" : "unknown");
  yield;
  const others = yield* withCorrections(left, timeless.parts, index, asWritten);
  return [asTyped, ...others.map((query) => ({...query, year: timeless.year}))];
}

function* withCorrections(
  read: readonly QueryWord[],
  from: readonly QueryPart[],
  {lexicon, describes}: FamilyIndex,
  asWritten: boolean,
): SearchSteps<WordQuery[]> {
  if (asWritten) return [yield* buildQuery(read, from, lexicon, "never")];
  const asTyped = yield* buildQuery(read, from, lexicon, "unknown");
  const made = [asTyped];
  // if no description has a term of the query, the result would be the same: nothing
  if (asTyped.terms.some(describes)) made.push({...asTyped, readsDescriptions: true});
  const corrected = yield* buildQuery(read, from, lexicon, "all");
  if (corrected.terms.length > asTyped.terms.length) made.push(corrected);
  return made;
}

/** The text with its unknown tokens in the other keyboard layout; null: all are known. */
function* convertUnknown(typed: string, index: FamilyIndex): SearchSteps<QueryPart[] | null> {
  const {lexicon} = index;
  let converts = false;
  const tokens: string[] = [];
  for (const token of typed.split(/\s+/u)) {
    const read = yield* wordsOf(readQueryParts(token), index);
    const isKnownToken = read.length > 0 && read.every((word) => isStopWord(word.text) || isKnown(word, lexicon));
    converts ||= !isKnownToken;
    tokens.push(isKnownToken ? token : inOtherLayout(token));
    yield;
  }
  return converts ? readQueryParts(tokens.join(" ")) : null;
}
