// Territories that a question cannot tell apart: of one level, met by the same words equally well. Counted and ranked together.
//
// Without words about territories these are the levels, so that what is done for a family never grows with its territories.
import {LEVELS} from "../../statistics/territory.ts";
import type {DatasetPart} from "../index/dataset-part.ts";
import {BUCKETS, bitWords, COUNTRY, countIn, numbersIn, type SeriesSets} from "../index/series-set.ts";
import type {IndexedTerritory, TerritoryIndex} from "../index/territory-index.ts";
import type {Matcher} from "../rank/two-passes.ts";
import {createNamer} from "./named-places.ts";
import type {Question} from "./question.ts";

export interface TerritoryGroup {
  /** Words of the question that the territories answer. */
  readonly mask: number;
  /** Place of the level in LEVELS. */
  readonly rank: number;
  /** How well each word is answered, 0 to 100. */
  readonly strength: readonly number[];
  /** Share of the name that the question names, in percent. */
  readonly whole: number;
}

export interface TerritoryGroups {
  /** Bits of the words by which the question names territories within the country (named-places.ts). */
  readonly placed: number;
  readonly groups: readonly TerritoryGroup[];
  /** What groups answer, each once, and beside it the groups that answer just that. */
  readonly masks: readonly number[];
  readonly groupsOf: readonly (readonly number[])[];
  /** How many series of a set have territories of groups that answer `masks[place]`: one number for each bucket, into `into`. */
  countSet(sets: SeriesSets, set: number, place: number, into: Uint32Array): void;
  /** The same of all series of a dataset, whose families are all asked for. */
  countPart(part: DatasetPart, place: number, into: Uint32Array): void;
  /** How many series of a list (series-set.ts) have territories of a group. */
  count(sets: SeriesSets, list: number, group: number): number;
  /** Numbers of the territories of a group in a list. */
  numbers(sets: SeriesSets, list: number, group: number): number[];
}

const NONE: readonly number[] = [];

/** @param passes null: every territory */
export function groupTerritories(
  index: TerritoryIndex,
  question: Question,
  matcher: Matcher,
  passes: ((one: IndexedTerritory) => boolean) | null,
): TerritoryGroups {
  const {all} = index;
  const groups: TerritoryGroup[] = LEVELS.map((_, rank) => ({mask: 0, rank, strength: NONE, whole: 0}));
  const members: number[][] = LEVELS.map(() => []);
  const known = new Map<string, number>();
  const width = bitWords(all.length);
  const postings = index.postings();
  const located = matcher.locate(postings, question);
  const covered = matcher.cover(postings, all.length, question, located);
  const named: number[] = [];
  for (let territory = 0; territory < all.length; territory++) {
    if (passes !== null && !passes(all[territory]!)) continue;
    if (covered[territory] !== 0) named.push(territory);
    else if (passes !== null) members[all[territory]!.rank]!.push(territory);
  }
  const isPlain = passes === null && named.length === 0;
  const {strength, headMet, labelMet} = matcher.score(postings, question, located, named, named.length);
  const namer = createNamer(question);
  for (const [place, territory] of named.entries()) {
    const {rank, length} = all[territory]!;
    const mask = covered[territory]!;
    const points = Array.from({length: question.size}, (_, word) => strength[word * named.length + place]!);
    namer.hear(all[territory]!, mask, points, headMet[place]!, labelMet[place]!);
    const whole = Math.round((100 * Math.min(headMet[place]!, length)) / length);
    const key = `${rank} ${mask} ${whole} ${points}`;
    let group = known.get(key);
    if (group === undefined) {
      group = groups.length;
      known.set(key, group);
      groups.push({mask, rank, strength: points, whole});
      members.push([]);
    }
    members[group]!.push(territory);
  }
  const bits = bitsOfGroups();
  const masks = [...new Set(groups.map(({mask}) => mask))];
  const groupsOf = masks.map((mask) => groups.flatMap((one, group) => (one.mask === mask ? [group] : [])));
  const [country, others] = [
    unions((group) => groups[group]!.rank === COUNTRY),
    unions((group) => groups[group]!.rank !== COUNTRY),
  ];

  /** A row of `width` words for each group. */
  function bitsOfGroups(): Uint32Array {
    const rows = new Uint32Array(groups.length * width);
    // where all pass, the levels hold what no word names
    if (passes === null) rows.set(index.levelBits());
    for (const [group, list] of members.entries()) {
      for (const territory of list) {
        const [word, bit] = [territory >>> 5, 1 << (territory & 31)];
        rows[group * width + word]! |= bit;
        if (passes === null) rows[all[territory]!.rank * width + word]! &= ~bit;
      }
    }
    return rows;
  }

  /** For each mask the territories of those of its groups that are chosen. */
  function unions(isChosen: (group: number) => boolean): Uint32Array {
    const rows = new Uint32Array(masks.length * width);
    for (const [place, own] of groupsOf.entries()) {
      for (const group of own.filter(isChosen))
        for (let word = 0; word < width; word++) rows[place * width + word]! |= bits[group * width + word]!;
    }
    return rows;
  }

  return {
    placed: namer.placed(),
    groups,
    masks,
    groupsOf,
    // plain groups are the levels, whose counts are known
    countSet: isPlain
      ? ({bucketCounts}, set, _place, into) => {
          for (let bucket = 0; bucket < BUCKETS; bucket++) into[bucket] = bucketCounts[set * BUCKETS + bucket]!;
        }
      : (sets, set, place, into) => {
          into[0] = countIn(sets, 2 * set, country, place * width);
          into[1] = countIn(sets, 2 * set, others, place * width);
          into[2] = countIn(sets, 2 * set + 1, country, place * width);
          into[3] = countIn(sets, 2 * set + 1, others, place * width);
        },
    countPart: isPlain
      ? ({counts}, _place, into) => into.set(counts.buckets)
      : ({counts: {territories, active, stalled}}, place, into) => {
          into.fill(0);
          for (let i = 0; i < territories.length; i++) {
            const [word, bit] = [place * width + (territories[i]! >>> 5), 1 << (territories[i]! & 31)];
            const bucket = (country[word]! & bit) !== 0 ? 0 : 1;
            if (bucket === 1 && (others[word]! & bit) === 0) continue;
            into[bucket]! += active[i]!;
            into[bucket + 2]! += stalled[i]!;
          }
        },
    count: isPlain
      ? ({levelCounts}, list, group) => levelCounts[list * LEVELS.length + group]!
      : (sets, list, group) => countIn(sets, list, bits, group * width),
    numbers: (sets, list, group) => numbersIn(sets, list, bits, group * width),
  };
}
