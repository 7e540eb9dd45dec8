// The codes of one dimension of a dataflow with their names, as published and in English.
//
// Clients list names and take two equal ones for one code, so the second of equal names has its code behind it.
import {NO_CODE, sdmxId} from "../../formats/sdmx/ids.ts";
import type {NamedId, SdmxDimension} from "../../formats/sdmx/structure.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {type NamedDataset, readCodeNames} from "../language/code-names.ts";
import {columnOf, dimensionOf} from "./flow.ts";

/** Codes named at once. */
const NAMED_AT_ONCE = 1000;

export function allIndexes(catalogue: Catalogue, id: SdmxDimension): readonly number[] {
  return Array.from({length: columnOf(catalogue, id).codes.length}, (_, index) => index);
}

/** The codes of a dimension of a flow, with their names. @param indexes of those that are wanted */
export function* codesOf(
  q: Queries,
  catalogues: CatalogueCache,
  of: NamedDataset,
  id: SdmxDimension,
  indexes: readonly number[],
): Script<NamedId[]> {
  const {codes} = columnOf(of.catalogue, id);
  const named = yield* readCodeNames(q, catalogues, of, dimensionOf(id), indexes);
  const found: NamedId[] = [];
  // clients list names, and take two equal ones for one code
  const [published, english] = [createDistinct(), createDistinct()];
  for (const at of indexes) {
    const code = codes.at(at)!;
    if (code === null) found.push({id: NO_CODE, name: published("Not applicable", NO_CODE)});
    else {
      const [given, other] = named(at) ?? [code, code];
      const name = published(given, code);
      if (other === given) found.push({id: sdmxId(code), name});
      else found.push({id: sdmxId(code), name, english: english(other, code)});
    }
    if (found.length % NAMED_AT_ONCE === 0) yield;
  }
  return found;
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
