// Groups of territories that match a query equally well: of one level, by the same words, with the same points. A group is counted and
// ranked as one.
//
// Without words about territories the groups are the levels. So the work for a family does not grow with the number of its territories.
import {LEVELS} from "../../statistics/territory.ts";
import {rangesOf} from "../index/postings.ts";
import {COUNTRY} from "../index/series-set.ts";
import type {IndexedTerritory, TerritoryIndex} from "../index/territory-index.ts";
import {CORRECTED_POINTS, EXACT_POINTS, QUALITY, type WordQuery} from "../query/word-query.ts";
import type {Matcher} from "./matcher.ts";
import {createTerritoryCounts, type TerritoryCounts} from "./territory-counts.ts";

export interface TerritoryGroup {
  /** Bits of the words that the territories match. */
  readonly mask: number;
  /** Index of the level in LEVELS. */
  readonly rank: number;
  /** Points of each word, 0 to 100; empty if no word matches. */
  readonly points: readonly number[];
  /** The part of the name that matches, in percent. */
  readonly whole: number;
}

export interface TerritoryGroups extends TerritoryCounts {
  /** Bits of the words that name territories within the country. */
  readonly territoryWords: number;
  readonly groups: readonly TerritoryGroup[];
  /** The different masks of the groups, and beside each the groups that have it. */
  readonly masks: readonly number[];
  readonly groupsOf: readonly (readonly number[])[];
}

/** @param passes null: all territories pass */
export function* groupTerritories(
  index: TerritoryIndex,
  query: WordQuery,
  matcher: Matcher,
  passes: ((one: IndexedTerritory) => boolean) | null,
): Generator<undefined, TerritoryGroups> {
  const {all} = index;
  const groups: TerritoryGroup[] = LEVELS.map((_, rank) => ({mask: 0, rank, points: NO_POINTS, whole: 0}));
  const members: number[][] = LEVELS.map(() => []);
  const known = new Map<string, number>();
  const postings = index.postings();
  const located = matcher.locate((term) => rangesOf(postings, term), query);
  const matched = matcher.match(all.length, query, located);
  const matching: number[] = [];
  for (let territory = 0; territory < all.length; territory++) {
    if (territory % TERRITORIES_AT_ONCE === TERRITORIES_AT_ONCE - 1) yield;
    if (passes !== null && !passes(all[territory]!)) continue;
    if (matched[territory] !== 0) matching.push(territory);
    else if (passes !== null) members[all[territory]!.rank]!.push(territory);
  }
  const {
    points: pointsOfAll,
    headWords,
    labelWords,
  } = matcher.score(query, located, Uint32Array.from(matching), matching.length);
  const spellings = singleTerms(query);
  let territoryWords = 0;
  for (const [at, territory] of matching.entries()) {
    if (at % TERRITORIES_AT_ONCE === TERRITORIES_AT_ONCE - 1) yield;
    const {rank, length} = all[territory]!;
    const mask = matched[territory]!;
    const points = Array.from({length: query.size}, (_, word) => pointsOfAll[word * matching.length + at]!);
    if (isNamed(all[territory]!, points, headWords[at]!, labelWords[at]!, spellings)) territoryWords |= mask;
    const whole = Math.round((100 * Math.min(headWords[at]!, length)) / length);
    const key = `${rank} ${mask} ${whole} ${points}`;
    let group = known.get(key);
    if (group === undefined) {
      group = groups.length;
      known.set(key, group);
      groups.push({mask, rank, points, whole});
      members.push([]);
    }
    members[group]!.push(territory);
  }
  const masks = [...new Set(groups.map(({mask}) => mask))];
  const groupsOf = masks.map((mask) => groups.flatMap((one, group) => (one.mask === mask ? [group] : [])));
  return {
    territoryWords,
    groups,
    masks,
    groupsOf,
    ...createTerritoryCounts(index, {groups, masks, groupsOf}, members, passes !== null),
  };
}

const TERRITORIES_AT_ONCE = 500;
const NO_POINTS: readonly number[] = [];
const CITY = LEVELS.indexOf("city");

/** Terms that match a word of the query as it is or in another form. */
function singleTerms({spans, terms}: WordQuery): ReadonlySet<number> {
  return new Set(
    spans
      .flatMap(({alternatives}) => alternatives.flatMap((choices) => (choices.length === 1 ? choices[0]! : [])))
      .filter(({quality}) => quality <= QUALITY.form)
      .map(({term}) => terms[term]!),
  );
}

/**
 * Whether the query names the territory: `population of Moscow` means series of Moscow, not a national series with this word in its title.
 * A name or a spelling must match completely, without a correction. The country is never named: its series come first anyway. Many
 * cities have the name of a thing (Hope, Orange, Mobile), so a city is named only if the query is exactly its name.
 * @param headWords number of words of the name that match
 * @param labelWords number of words for the kind that match
 */
function isNamed(
  {rank, length, isAdjective, shortNames}: IndexedTerritory,
  points: readonly number[],
  headWords: number,
  labelWords: number,
  spellings: ReadonlySet<number>,
): boolean {
  if (rank === COUNTRY || points.some((own) => own > 0 && own <= CORRECTED_POINTS)) return false;
  if (rank === CITY && points.some((own) => own < EXACT_POINTS)) return false;
  return (headWords >= length && (!isAdjective || labelWords > 0)) || shortNames.some((term) => spellings.has(term));
}
