// Names of the classes of a dataset, read for those classes that an answer needs: a dataset may have a million of them.
//
// A name that was not read is an error and never an empty name.
import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
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
      const asked = some.flatMap(([, code]) => code ?? []);
      const byCode = asked.length === 0 ? NO_NAMES : yield* readClassNames(q, datasetId, asked);
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

const NO_NAMES: ReadonlyMap<string, string> = new Map();

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
