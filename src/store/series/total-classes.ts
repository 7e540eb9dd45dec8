// The classes of a dataset that mean everything, found by the engine: reading a million names for the few that begin so would take seconds.

import {sql} from "kysely";
import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes, findCode} from "../../statistics/catalogue/code-order.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";
import {readClassNames} from "./catalogue.ts";
import {classesBetween} from "./class-names.ts";

/** How a class that means everything is called. */
export interface TotalWords {
  /** Whether a name, or the code of a class without one, is such a name. */
  isTotal(name: string): boolean;
  /** Any such name begins with one of these. */
  readonly letters: readonly string[];
}

/** Classes whose names are looked at by one query: about 3 ms. */
const AT_ONCE = 4096;

/** Their places; a class without a name is judged by its code, and series without a class are all there is. @param codes in order */
export function* findTotalClasses(
  q: Queries,
  datasetId: number,
  codes: Texts,
  {isTotal, letters}: TotalWords,
): Script<ReadonlySet<number>> {
  const pairs = JSON.stringify(letters.map((letter) => [datasetId, letter]));
  const indexes = new Set<number>();
  const first = codes.at(0) === null ? 1 : 0;
  if (first === 1) indexes.add(0);
  for (let from = first; from < codes.length; from += AT_ONCE) {
    const to = codes.at(Math.min(from + AT_ONCE, codes.length) - 1)!;
    for (const {code, name} of yield* all(namesWithLetters(q, {datasetId, from: codes.at(from)!, to, pairs})))
      if (isTotal(name)) indexes.add(findCode(codes, code));
    yield;
  }
  const byCode = codesThatAreTotals(codes, {isTotal, letters});
  const named = byCode.length === 0 ? null : yield* readClassNames(q, datasetId, byCode);
  for (const code of byCode) if (!named!.has(code)) indexes.add(findCode(codes, code));
  // a class that is described and has no series
  indexes.delete(-1);
  return indexes;
}

function codesThatAreTotals(codes: Texts, {isTotal, letters}: TotalWords): string[] {
  const found: string[] = [];
  for (const letter of letters) {
    for (
      let index = firstWhere(codes.length, (nth) => compareCodes(codes.at(nth) as string | null, letter) >= 0);
      index < codes.length;
      index++
    ) {
      const code = codes.at(index);
      if (!code?.startsWith(letter)) break;
      if (isTotal(code)) found.push(code);
    }
  }
  return found;
}

const namesWithLetters = statement((q, param: Param<{datasetId: number; from: string; to: string; pairs: string}>) => {
  const letters = q.db.selectFrom(q.differences.keyTable(param("pairs")).as("letter")).select("letter.key");
  return classesBetween(q, param).where(sql<string>`substr(name, 1, 1)`, "in", letters);
});
