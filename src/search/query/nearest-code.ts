// The first value of a filter that no series has, and the code nearest to it: the reason why a search found nothing.
//
// Only codes of the datasets named by the filters count. A value that some series has is not at fault, even if no series has all values.

import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {findNearestName, MOST_LOOKED_AT} from "../../text/near-name.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import type {FamilyIndex} from "../index/family-index.ts";
import {CLASSES_TOGETHER, findClasses, readClassSection} from "../stored/class-section.ts";
import type {SearchSteps} from "../stored/reading.ts";
import {datasetFilter, FILTERED_COLUMNS, indexesAmong, listed, type SearchFilters} from "./filters.ts";

export interface UnknownCode {
  readonly filter: "provider" | "dataset" | "territory" | (typeof FILTERED_COLUMNS)[number];
  readonly value: string;
  /** null: there are no codes at all. */
  readonly nearest: string | null;
}

/** Step by step. null: every value is the code of some series. The work does not grow with the number of codes, which may be millions. */
export function* findUnknownCode(index: FamilyIndex, filters: SearchFilters): SearchSteps<UnknownCode | null> {
  const all = [...index.segments.values()];
  const isWanted = datasetFilter(filters);
  const wanted = all.filter(([segment]) => isWanted(segment!));
  for (const filter of ["provider", "dataset", "territory", ...FILTERED_COLUMNS] as const) {
    const values = listed(filters[filter]);
    if (values === null) continue;
    const lists = codeLists(filter, index, filter === "provider" || filter === "dataset" ? all : wanted);
    let isKnown = false;
    for (const list of lists) {
      isKnown ||= yield* list.hasAny(values);
      yield;
    }
    if (isKnown) continue;
    const [value] = [...values] as [string];
    return {filter, value, nearest: findNearestName(value, yield* firstInTurn(lists))};
  }
  return null;
}

interface CodeList {
  readonly length: number;
  /** The codes from an index on: that one and some behind it. */
  from(index: number): SearchSteps<readonly (string | null)[]>;
  hasAny(names: ReadonlySet<string>): SearchSteps<boolean>;
}

/** @param datasets the segments of each */
function codeLists(
  filter: UnknownCode["filter"],
  index: FamilyIndex,
  datasets: readonly (readonly DatasetSegment[])[],
): CodeList[] {
  const first = datasets.map(([segment]) => segment!);
  if (filter === "provider") return [new CodesInMemory(first.map(({provider}) => provider))];
  if (filter === "dataset")
    return [new CodesInMemory(first.flatMap(({provider, code}) => [code, `${provider}/${code}`]))];
  if (filter === "territory")
    return [new CodesInMemory(index.territories.all.flatMap(({canonical, code}) => [canonical, code]))];
  return datasets.map((segments) =>
    filter === "classification"
      ? classesOf(segments)
      : new CodesInMemory([...new Set(segments.flatMap(({codes}) => codes[filter]))].sort(compareCodes)),
  );
}

function classesOf(segments: readonly DatasetSegment[]): CodeList {
  return segments.length === 1 ? new ClassesOfSegment(segments[0]!) : new JoinedClasses(segments);
}

class CodesInMemory implements CodeList {
  private readonly codes: readonly (string | null)[];

  constructor(codes: readonly (string | null)[]) {
    this.codes = codes;
  }

  get length(): number {
    return this.codes.length;
  }

  // biome-ignore-start lint/correctness/useYield: these lists are in memory
  *from(index: number): SearchSteps<readonly (string | null)[]> {
    return this.codes.slice(index);
  }

  *hasAny(names: ReadonlySet<string>): SearchSteps<boolean> {
    return indexesAmong(this.codes, names).length > 0;
  }
  // biome-ignore-end lint/correctness/useYield: these lists are in memory
}

/** The classes of all segments, each once and in order. They are read from the first index to the last. */
class JoinedClasses implements CodeList {
  readonly length: number;
  private readonly lists: readonly CodeList[];
  private readonly next: number[];

  constructor(segments: readonly DatasetSegment[]) {
    this.length = segments[0]!.classesOfDataset;
    this.lists = segments.map((segment) => new ClassesOfSegment(segment));
    this.next = segments.map(() => 0);
  }

  *from(): SearchSteps<readonly (string | null)[]> {
    const {lists, next} = this;
    const chunks: (readonly (string | null)[])[] = [];
    for (const [nth, list] of lists.entries())
      chunks.push(next[nth]! < list.length ? yield* list.from(next[nth]!) : []);
    // a later code of one list may come before the next ones of another
    const ends = chunks.filter((codes, nth) => next[nth]! + codes.length < lists[nth]!.length);
    const [last = null] = ends.map((codes) => codes.at(-1)!).sort(compareCodes);
    const ready = chunks.map((codes) => codes.filter((code) => last === null || compareCodes(code, last) <= 0));
    for (const [nth, codes] of ready.entries()) next[nth]! += codes.length;
    return [...new Set(ready.flat())].sort(compareCodes);
  }

  *hasAny(names: ReadonlySet<string>): SearchSteps<boolean> {
    for (const list of this.lists) if (yield* list.hasAny(names)) return true;
    return false;
  }
}

class ClassesOfSegment implements CodeList {
  private readonly segment: DatasetSegment;

  constructor(segment: DatasetSegment) {
    this.segment = segment;
  }

  get length(): number {
    return this.segment.classCount;
  }

  *from(index: number): SearchSteps<readonly (string | null)[]> {
    const {first, codeAt} = yield* readClassSection(this.segment, Math.floor(index / CLASSES_TOGETHER));
    const count = Math.min(CLASSES_TOGETHER, this.length - first);
    return Array.from({length: count}, (_, at) => codeAt(at)).slice(index - first);
  }

  *hasAny(names: ReadonlySet<string>): SearchSteps<boolean> {
    return (yield* findClasses(this.segment, [...names])).length > 0;
  }
}

/** The first codes of the lists, one of each after the other, so that no dataset hides the codes of the next. */
function* firstInTurn(lists: readonly CodeList[]): SearchSteps<string[]> {
  const codes: string[] = [];
  const cached = lists.map(() => ({from: 0, codes: [] as readonly (string | null)[]}));
  const longest = Math.max(0, ...lists.map(({length}) => length));
  for (let index = 0; index < longest; index++) {
    for (const [nth, list] of lists.entries()) {
      if (index >= list.length) continue;
      const own = cached[nth]!;
      if (index - own.from >= own.codes.length) [own.from, own.codes] = [index, yield* list.from(index)];
      const code = own.codes[index - own.from]!;
      if (code !== null && codes.push(code) >= MOST_LOOKED_AT) return codes;
    }
    yield;
  }
  return codes;
}
