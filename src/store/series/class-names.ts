// Names of the classes of a dataset, read for those classes that an answer needs: a dataset may have a million of them.
//
// A name that was not read is an error and never an empty name.
import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";
import {readClassNames} from "./catalogue.ts";

export interface ClassNames extends Pick<Texts, "at"> {
  /** Reads the names of the classes at these places, and keeps them. @returns how many were read */
  keep(q: Queries, places: Iterable<number>): Script<number>;
  /** As `keep`, but only until it is called again: for work that looks at each class once. */
  pass(q: Queries, places: Iterable<number>): Script<number>;
}

/** Names that are read between two places to rest: about 3 ms. */
export const NAMES_AT_ONCE = 500;

/** All names are at hand. */
export function knownNames(names: Pick<Texts, "at">): ClassNames {
  // biome-ignore lint/correctness/useYield: a script that asks the store nothing
  function* read(): Script<number> {
    return 0;
  }
  return {at: (place) => names.at(place), keep: read, pass: read};
}

/** @param codes the codes of the classes; those that are asked for must be in memory */
export function createClassNames(datasetId: number, codes: Texts): ClassNames {
  const kept = new Map<number, string | null>();
  let passing = new Map<number, string | null>();

  function* readInto(q: Queries, into: Map<number, string | null>, places: Iterable<number>): Script<number> {
    const missing = [...new Set(places)].filter((place) => !kept.has(place) && !into.has(place));
    for (let from = 0; from < missing.length; from += NAMES_AT_ONCE) {
      const some = missing.slice(from, from + NAMES_AT_ONCE).map((place) => [place, codes.at(place)!] as const);
      const byCode = yield* readNamesOf(
        q,
        datasetId,
        some.flatMap(([, code]) => code ?? []),
      );
      for (const [place, code] of some) into.set(place, code === null ? null : (byCode.get(code) ?? null));
      yield;
    }
    return missing.length;
  }

  return {
    at(place) {
      const name = kept.get(place) ?? passing.get(place);
      if (name === undefined && !kept.has(place) && !passing.has(place))
        throw new RangeError(`the name of class ${place} was not read`);
      return name ?? null;
    },
    keep: (q, places) => readInto(q, kept, places),
    *pass(q, places) {
      passing = new Map();
      return yield* readInto(q, passing, places);
    },
  };
}

/** Fewer are looked up one by one. */
const LEAST_TOGETHER = 50;

/**
 * The names of classes. Neighbours in the order of codes are read as one stretch of rows, which takes a quarter of the time of looking each
 * up: unless many other classes are between them, which have a description and no series.
 */
function* readNamesOf(q: Queries, datasetId: number, asked: readonly string[]): Script<ReadonlyMap<string, string>> {
  if (asked.length === 0) return new Map();
  // an engine may order a code with half of a character in another way
  if (asked.length >= LEAST_TOGETHER && asked.every((code) => code.isWellFormed())) {
    const sorted = asked.toSorted(compareCodes);
    const most = 2 * asked.length;
    const rows = yield* all(namesBetween(q, {datasetId, from: sorted[0]!, to: sorted.at(-1)!, most}));
    if (rows.length < most) return new Map(rows.map(({code, name}) => [code, name]));
  }
  return yield* readClassNames(q, datasetId, asked);
}

const namesBetween = statement((q, take: Take<{datasetId: number; from: string; to: string; most: number}>) =>
  q.db
    .selectFrom("class")
    .select(["code", "name"])
    .where("dataset_id", "=", take("datasetId"))
    .where("code", ">=", take("from"))
    .where("code", "<=", take("to"))
    .orderBy("code")
    .limit(take("most")),
);

/** All names, step by step, by the place of the class. */
export function* readAllNames(q: Queries, datasetId: number, codes: Texts): Script<readonly (string | null)[]> {
  const names: (string | null)[] = [];
  while (names.length < codes.length) {
    const some = Array.from({length: Math.min(NAMES_AT_ONCE, codes.length - names.length)}, (_, nth) =>
      codes.at(names.length + nth),
    );
    const byCode = yield* readClassNames(
      q,
      datasetId,
      some.flatMap((code) => code ?? []),
    );
    for (const code of some) names.push(code == null ? null : (byCode.get(code) ?? null));
    yield;
  }
  return names;
}
