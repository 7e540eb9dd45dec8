// Names of the classes of a dataset, read for those classes that an answer needs: a dataset may have a million of them.
//
// A name that was not read is an error and never an empty name.
import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, resolved, type Script, statement} from "../script.ts";
import {readClassNames} from "./catalogue.ts";

export interface ClassNames extends Pick<Texts, "at"> {
  /** Reads the names of the classes at these indexes, and keeps them. @returns how many were read */
  keep(q: Queries, indexes: Iterable<number>): Script<number>;
  /** As `keep`, but only until it is called again: for work that looks at each class once. */
  pass(q: Queries, indexes: Iterable<number>): Script<number>;
}

/** Names that are read between two rests: about 3 ms. */
export const NAMES_AT_ONCE = 500;

/** All names are at hand. */
export function knownNames(names: Pick<Texts, "at">): ClassNames {
  const read = () => resolved(0);
  return {at: (index) => names.at(index), keep: read, pass: read};
}

/** @param codes the codes of the classes; those that are asked for must be in memory */
export function createClassNames(datasetId: number, codes: Texts): ClassNames {
  const cache = new Map<number, string | null>();
  let passing = new Map<number, string | null>();

  function* readInto(q: Queries, into: Map<number, string | null>, indexes: Iterable<number>): Script<number> {
    const missing = Int32Array.from(new Set(indexes)).filter((index) => !cache.has(index) && !into.has(index));
    yield;
    return yield* readNamesInto(q, datasetId, codes, missing.sort(), into);
  }

  return {
    at(index) {
      const name = cache.get(index) ?? passing.get(index);
      if (name === undefined && !cache.has(index) && !passing.has(index))
        throw new RangeError(`the name of class ${index} was not read`);
      return name ?? null;
    },
    keep: (q, indexes) => readInto(q, cache, indexes),
    pass(q, indexes) {
      passing = new Map();
      return readInto(q, passing, indexes);
    },
  };
}

/** Step by step. @returns their number */
function* readNamesInto(
  q: Queries,
  datasetId: number,
  codes: Texts,
  missing: Int32Array,
  into: Map<number, string | null>,
): Script<number> {
  for (let from = 0; from < missing.length; from += NAMES_AT_ONCE) {
    const some = Array.from(
      missing.subarray(from, from + NAMES_AT_ONCE),
      (index) => [index, codes.at(index)!] as const,
    );
    const names = yield* readNamesOf(q, datasetId, some);
    for (const [nth, [index]] of some.entries()) into.set(index, names[nth]!);
    yield;
  }
  return missing.length;
}

/** Fewer are looked up one by one, */
const LEAST_TOGETHER = 50;
/** and so are those with more others between them: a row of a range takes a quarter of the time. */
const MOST_BETWEEN = 4;

/**
 * The names of classes, parallel to their codes. Neighbours in the order of codes are read as one range of rows.
 * @param wanted ascending by index, and so by code
 */
function* readNamesOf(
  q: Queries,
  datasetId: number,
  wanted: readonly (readonly [index: number, code: string | null])[],
): Script<readonly (string | null)[]> {
  const codes = wanted.flatMap(([, code]) => code ?? []);
  if (codes.length === 0) return wanted.map(() => null);
  const span = wanted.at(-1)![0] - wanted[0]![0] + 1;
  // an engine may order a code with half of a character in another way
  if (
    wanted.length >= LEAST_TOGETHER &&
    span <= MOST_BETWEEN * wanted.length &&
    codes.every((code) => code.isWellFormed())
  ) {
    // unless many other classes are between them, which have a description and no series
    const most = span + wanted.length;
    const rows = yield* all(namesBetween(q, {datasetId, from: codes[0]!, to: codes.at(-1)!, most}));
    if (rows.length < most) return besideCodes(wanted, rows);
  }
  const byCode = yield* readClassNames(q, datasetId, codes);
  return wanted.map(([, code]) => (code === null ? null : (byCode.get(code) ?? null)));
}

/** Both lists are in the order of codes. */
function besideCodes(
  wanted: readonly (readonly [number, string | null])[],
  rows: readonly {readonly code: string; readonly name: string}[],
): (string | null)[] {
  let at = 0;
  return wanted.map(([, code]) => {
    if (code === null) return null;
    while (at < rows.length && rows[at]!.code !== code && compareCodes(rows[at]!.code, code) < 0) at++;
    return rows[at]?.code === code ? rows[at]!.name : null;
  });
}

/** The classes of a dataset with a code between two. */
export const classesBetween = (q: Queries, param: Param<{datasetId: number; from: string; to: string}>) =>
  q.db
    .selectFrom("class")
    .select(["code", "name"])
    .where("dataset_id", "=", param("datasetId"))
    .where("code", ">=", param("from"))
    .where("code", "<=", param("to"));

const namesBetween = statement((q, param: Param<{datasetId: number; from: string; to: string; most: number}>) =>
  classesBetween(q, param).orderBy("code").limit(param("most")),
);

/** All names, step by step, by the index of the class. */
export function* readAllNames(q: Queries, datasetId: number, codes: Texts): Script<readonly (string | null)[]> {
  const names: (string | null)[] = [];
  while (names.length < codes.length) {
    const from = names.length;
    const some = Array.from(
      {length: Math.min(NAMES_AT_ONCE, codes.length - from)},
      (_, nth) => [from + nth, codes.at(from + nth) ?? null] as const,
    );
    names.push(...(yield* readNamesOf(q, datasetId, some)));
    yield;
  }
  return names;
}
