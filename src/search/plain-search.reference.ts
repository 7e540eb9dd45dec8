// A search that looks at every series and sorts them all. The real search does neither, and must give the same results.
//
// It uses the readings and words of the index (series-search.ts, postings.ts) and defines the rest again: which words a document matches,
// how well, and the order. The formula of points is written here a second time on purpose.

import {seriesKey, seriesTitle} from "../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../statistics/catalogue/code-order.ts";
import {splitList} from "../statistics/catalogue/selection.ts";
import {LEVELS} from "../statistics/territory.ts";
import {type Day, lastDay, monthIndex} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";
import {queryCode} from "./index/class-codes.ts";
import {codeOf, type DatasetSegment, type SegmentContent} from "./index/dataset-segment.ts";
import type {FamilyIndex} from "./index/family-index.ts";
import {FIELD, type PostingRanges, rangesOf} from "./index/postings.ts";
import {numbersIn} from "./index/series-set.ts";
import type {IndexedTerritory} from "./index/territory-index.ts";
import {type Met, meetAll} from "./plain-met.reference.ts";
import {datasetFilter, FILTERED_COLUMNS, listed, type SearchFilters, territoryFilter} from "./query/filters.ts";
import {MAX_WORDS, NO_WORDS, type WordQuery} from "./query/word-query.ts";
import {comparedWhenNoneIsWhole, readQueries, type SeriesQuestion} from "./series-search.ts";
import {readAtOnce} from "./stored/reading.ts";

/** An index of parts that are whole in memory, and what each was made of, by the dataset's number. */
export interface PlainIndex {
  readonly index: FamilyIndex;
  readonly contents: ReadonlyMap<number, SegmentContent>;
}

interface Series {
  readonly segment: DatasetSegment;
  readonly content: SegmentContent;
  readonly family: number;
  readonly territory: number;
  readonly isStalled: boolean;
}

interface Scored extends Series {
  readonly cover: number;
  readonly isWhole: boolean;
  /** All words match, and the words that name a territory match the territory. */
  readonly isInTerritory: boolean;
  /** How well it matches, as far as its age and frequency leave it. */
  readonly merit: (weights: readonly number[]) => number;
}

/** Keys of the first `limit` series, their total, and whether they match every word. */
export function searchPlainly(
  plain: PlainIndex,
  query: SeriesQuestion,
): {total: number; isWhole: boolean; keys: string[]} {
  const {index} = plain;
  const {text, limit, filters} = query;
  const isWanted = ({isStalled}: Series): boolean => !filters.status || isStalled === (filters.status === "stalled");
  const questions = text === null ? [NO_WORDS] : readAtOnce(readQueries(text, index));
  for (const question of questions) {
    const all = scoreAll(plain, query, question).filter(isWanted);
    const positioned = all.filter(({isInTerritory}) => isInTerritory);
    const whole = positioned.length > 0 ? positioned : all.filter(({isWhole}) => isWhole);
    if (whole.length > 0)
      return {isWhole: true, ...inOrder(index, whole, new Array<number>(question.size).fill(1), limit)};
  }
  const compared = comparedWhenNoneIsWhole(questions);
  const tried = questions.filter((one) => compared.has(one));
  const scored = tried.map((question) => scoreAll(plain, query, question));
  const bests = scored.map((all) => all.reduce((best, {cover}) => Math.max(best, cover), 0));
  const best = Math.max(0, ...bests);
  if (best === 0) return {total: 0, isWhole: true, keys: []};
  const nearest = bests.indexOf(best);
  const found = scored[nearest]!.filter((one) => one.cover === best && isWanted(one));
  return {isWhole: false, ...inOrder(index, found, weightsOf(index, tried[nearest]!), limit)};
}

function scoreAll({index, contents}: PlainIndex, {filters}: SeriesQuestion, question: WordQuery): Scored[] {
  const {all} = index.territories;
  const matches = meetAll((term) => rangesOf(index.territories.postings(), term), all.length, question);
  const isOfDataset = datasetFilter(filters);
  const isThere = territoryFilter(filters);
  const scored = territoryWords(index, question, matches, isThere);
  const newest = newestOf(index);
  return [...index.segments.values()]
    .flat()
    .filter(isOfDataset)
    .flatMap((segment) => {
      const content = contents.get(segment.id)!;
      const families = meetAll((term) => rangesOfWord(content, index.vocabulary.wordAt(term)), segment.size, question);
      return seriesOf(segment, content)
        .filter(({family}) => passes(content, family, filters))
        .filter(({territory}) => isThere === null || isThere(all[territory]!))
        .map((one) => {
          const [own, match] = [families[one.family]!, matches[one.territory]!];
          const share = match.covered === 0 ? 0 : shareOf(match.head, all[one.territory]!.length);
          return {
            ...one,
            isInTerritory: ((own.covered & ~scored) | match.covered) === question.full,
            isWhole: (own.covered | match.covered) === question.full,
            cover: coverOf(question, own.covered, match.covered),
            merit: (weights: readonly number[]) =>
              meritOf(
                one,
                pointsOf(one, question, {own, ofTerritory: match.strength, share}, weights),
                own.head + own.label > 0,
                question.year === null ? newest : null,
              ),
          };
        });
    });
}

/** The families whose names have the word, or whose class has it as its code. */
function rangesOfWord(content: SegmentContent, word: string): PostingRanges {
  const own = content.words.indexOf(word);
  const ranges = own === -1 ? [] : [...rangesOf(content.postings, own)];
  const code = queryCode(word);
  const {codes, index} = content.classification;
  for (const [family, match] of index.entries())
    if (code !== null && codes.at(match) === code) ranges.push(family, family + 1, FIELD.code);
  return Uint32Array.from(ranges);
}

function passes(content: SegmentContent, family: number, filters: SearchFilters): boolean {
  return FILTERED_COLUMNS.every((column) => {
    const values = filters[column] ?? [];
    if (listed(values) === null) return true;
    const codes = [...content[column].codes];
    const code = codeOf(content[column], family);
    return values.some((value) =>
      codes.includes(value) ? code === value : code !== null && splitList(value).includes(code),
    );
  });
}

/** Words that name a territory completely; never a city or the country. */
function territoryWords(
  {territories: {all}}: FamilyIndex,
  {spans, terms}: WordQuery,
  matches: readonly Met[],
  isThere: ((one: IndexedTerritory) => boolean) | null,
): number {
  const singles = spans.flatMap(({alternatives}) => alternatives.filter(({length}) => length === 1).flat(2));
  const asWritten = new Set(singles.filter(({quality}) => quality <= 1).map(({term}) => terms[term]!));
  return all.reduce((bits, one, number) => {
    const {covered, head, label, strength} = matches[number]!;
    // a match only by correction does not name it
    if (strength.some((own) => own > 0 && own <= 40)) return bits;
    if (one.level === "country" || (isThere !== null && !isThere(one))) return bits;
    // a city only if the question is exactly its name
    if (one.level === "city" && strength.some((own) => own < 100)) return bits;
    const byName = covered !== 0 && head >= one.length && (label > 0 || !one.isAdjective);
    return byName || one.shortNames.some((term) => asWritten.has(term)) ? bits | covered : bits;
  }, 0);
}

function seriesOf(segment: DatasetSegment, content: SegmentContent): Series[] {
  return Array.from({length: segment.size}, (_, family) => {
    const list = 2 * content.lists.setOf[family]!;
    return [
      ...numbersIn(segment.sets, list).map((territory) => ({segment, content, family, territory, isStalled: false})),
      ...numbersIn(segment.sets, list + 1).map((territory) => ({segment, content, family, territory, isStalled: true})),
    ];
  }).flat();
}

function shareOf(met: number, length: number): number {
  return Math.round((100 * Math.min(met, length)) / length);
}

function pointsOf(
  {content, family}: Series,
  {queryKinds}: WordQuery,
  {own, ofTerritory, share}: {readonly own: Met; readonly ofTerritory: readonly number[]; readonly share: number},
  weights: readonly number[],
): number {
  if (weights.length === 0) return 0;
  let [sum, weight] = [0, 0];
  for (const [word, one] of weights.entries()) {
    sum += one * Math.max(own.strength[word]!, ofTerritory[word]!);
    weight += one;
  }
  const classIndex = content.classification.index[family]!;
  const labelIndex = content.indicator.index[family]!;
  const labelLength = content.labelLengths[labelIndex]!;
  const head = Math.min(own.head, content.classLengths[classIndex]!);
  const isWhole = content.wholeClasses[classIndex] === 1 && head === 0;
  const length = labelLength + (isWhole ? 0 : content.classLengths[classIndex]!);
  const met = head + Math.min(own.label, labelLength);
  const title = length === 0 ? 0 : met / length;
  const brief = met === 0 ? 0 : 1 / (1 + (length - met) / 3);
  const mean = sum / weight;
  const unasked = met === 0 ? 0 : Math.max(0, length - met - 18);
  const classes = isWhole ? 1 : Math.max(1, content.classNames.length / 512);
  const computed = (content.labelKinds[labelIndex]! & ~queryKinds) !== 0 ? 0.8 : 1;
  const crossed = content.crossedClasses[classIndex] === 1 ? 0.7 : 1;
  const worth = ((mean * 12) / (12 + unasked) / (1 + Math.log2(classes) / 10)) * computed * crossed;
  return Math.round(10 * worth + (mean / 100) * (240 * title + 60 * brief) + share + (isWhole ? 60 : 0));
}

/** The month of the newest day of series of a month and finer; of any, if there are none of those. */
function newestOf({segments}: FamilyIndex): number | null {
  const all = [...segments.values()].flat().flatMap(({frontiers}) => frontiers);
  const fine = all.filter(([frequency]) => ["D", "W", "M"].includes(frequency));
  const months = (fine.length > 0 ? fine : all).map((one) => monthOf(one));
  return months.length === 0 ? null : Math.max(...months);
}

function monthOf([frequency, last]: readonly [Frequency, Day]): number {
  return monthIndex(lastDay(frequency, last));
}

/** @param newest null: the question names a year, and age does not count */
function meritOf({segment, content, family}: Series, points: number, isNamed: boolean, newest: number | null): number {
  const kept = new Map(
    segment.frontiers.map((one) => {
      const behind = newest === null ? 0 : Math.max(0, newest - monthOf(one));
      return [one[0] as string, 1 - Math.min(0.15, 0.0012 * behind)] as const;
    }),
  );
  if (!isNamed) return Math.round(points * Math.max(...kept.values()));
  const frequency = codeOf(content.frequency, family) as Frequency;
  return Math.round(points * kept.get(frequency)!) + {D: 40, W: 24, M: 20, Q: 10, A: 0}[frequency];
}

function coverOf({numbers}: WordQuery, covered: number, match: number): number {
  const both = covered | match;
  return 2 * MAX_WORDS * bits(both & ~numbers) + MAX_WORDS * bits(both & numbers) + bits(covered);
}

function bits(mask: number): number {
  return [...mask.toString(2)].filter((digit) => digit === "1").length;
}

function weightsOf(index: FamilyIndex, {size, spans, terms}: WordQuery): number[] {
  return Array.from({length: size}, (_, word) => {
    const own = spans
      .filter(({mask}) => (mask & (1 << word)) !== 0)
      .flatMap(({alternatives}) => alternatives.flat(2).map(({term}) => terms[term]!));
    const datasets = new Set(
      own.flatMap((term) => index.segmentNumbersOf(term)).map((segmentNumber) => index.segmentAt(segmentNumber)!.id),
    );
    const matches = own.filter((term) => index.territories.holds(term));
    return 1 / (1 + Math.log2(1 + datasets.size + matches.length));
  });
}

function inOrder(
  index: FamilyIndex,
  found: readonly Scored[],
  weights: readonly number[],
  limit: number,
): {total: number; keys: string[]} {
  const {all} = index.territories;
  const shown = found.map((one) => {
    const {segment, content, family, isStalled} = one;
    const {code, name, rank, level} = all[one.territory]!;
    const title = seriesTitle({
      classification: codeOf(content.classification, family),
      className: content.classNames.at(content.classification.index[family]!) ?? null,
      indicatorLabel: content.indicatorLabels[content.indicator.index[family]!]!,
      territoryName: name,
    });
    const key = seriesKey(segment.provider, segment.code, {
      indicator: codeOf(content.indicator, family) as string,
      classification: codeOf(content.classification, family),
      measure: codeOf(content.measure, family),
      transformation: codeOf(content.transformation, family),
      unit: codeOf(content.unit, family),
      frequency: codeOf(content.frequency, family) as Frequency,
      territory: code,
    });
    const national = level === LEVELS[LEVELS.indexOf("country")] ? 0 : 1;
    return {order: [isStalled ? 1 : 0, national, -one.merit(weights), rank], title, key};
  });
  shown.sort((one, other) => {
    for (const [i, own] of one.order.entries()) if (own !== other.order[i]) return own - other.order[i]!;
    return compareCodes(one.title, other.title) || compareCodes(one.key, other.key);
  });
  return {total: shown.length, keys: shown.slice(0, limit).map(({key}) => key)};
}
