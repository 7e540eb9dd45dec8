// The codes of one dimension of a dataflow with their names, as published and in English.
//
// Clients list names and take two equal ones for one code, so the second of equal names has its code behind it.
import {NO_CODE, sdmxId} from "../../formats/sdmx/ids.ts";
import type {Codelist, NamedId, SdmxDimension} from "../../formats/sdmx/structure.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {type CodeName, type NamedDataset, readCodeNames} from "../language/code-names.ts";
import {columnOf, dimensionOf} from "./flow.ts";

/** Codes that are named, and written, in one step. */
const CODES_AT_ONCE = 300;

export function allIndexes(catalogue: Catalogue, id: SdmxDimension): readonly number[] {
  return Array.from({length: columnOf(catalogue, id).codes.length}, (_, index) => index);
}

/** The codes of a dimension of a flow; their names are read, and made into codes when they are written. @param indexes of those that are wanted */
export function* readCodes(
  q: Queries,
  catalogues: CatalogueCache,
  of: NamedDataset,
  id: SdmxDimension,
  indexes: readonly number[],
): Script<Codelist["codes"]> {
  const {codes} = columnOf(of.catalogue, id);
  const named = yield* readCodeNames(q, catalogues, of, dimensionOf(id), indexes);
  return () => namedCodes(indexes, (at) => codes.at(at)!, named);
}

function* namedCodes(
  indexes: readonly number[],
  codeAt: (index: number) => string | null,
  named: CodeName,
): Generator<readonly NamedId[]> {
  const [published, english] = [createDistinct(), createDistinct()];
  for (let from = 0; from < indexes.length; from += CODES_AT_ONCE)
    yield indexes.slice(from, from + CODES_AT_ONCE).map((at) => {
      const code = codeAt(at);
      if (code === null) return {id: NO_CODE, name: published("Not applicable", NO_CODE)};
      const [given, other] = named(at) ?? [code, code];
      const name = published(given, code);
      return other === given ? {id: sdmxId(code), name} : {id: sdmxId(code), name, english: english(other, code)};
    });
}

/** A name that was given before gets its code behind it. A set tells by its size whether a name is new, which is one look instead of two. */
function createDistinct(): (name: string, code: string) => string {
  const seen = new Set<string>();
  return (given, code) => {
    const {size} = seen;
    seen.add(given);
    return seen.size > size ? given : `${given} (${code})`;
  };
}
