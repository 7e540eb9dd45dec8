// The names of the codes of one dimension of a dataset, as published and in English: what structures and lists of codes are made of.
import type {ChosenNames} from "../../country/names.ts";
import type {Catalogue, Dimension} from "../../statistics/catalogue/catalogue.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import {readUnitNames} from "../../store/datasets/reference-lists.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";

/** Names that are read between two rests. */
const NAMED_AT_ONCE = 250;

export interface NamedDataset {
  readonly dataset: DatasetRecord;
  readonly catalogue: Catalogue;
  readonly english: ChosenNames;
}

/** The name of the code at an index as published, and in English; null: it has none. */
export type CodeName = (at: number) => readonly [published: string, english: string] | null;

/** @param indexes of the codes that are wanted, in the column of the dimension */
export function* readCodeNames(
  q: Queries,
  catalogues: CatalogueCache,
  {dataset, catalogue, english}: NamedDataset,
  dimension: Dimension,
  indexes: readonly number[],
): Script<CodeName> {
  const both = (name: string | null | undefined, inEnglishOf: (name: string) => string) =>
    name == null || name === "" ? null : ([name, inEnglishOf(name)] as const);
  if (dimension === "territory")
    return (at) => both(catalogue.territories[at]!.name, () => english.territory(catalogue.territories[at]!));
  if (dimension === "indicator") return (at) => both(catalogue.indicatorLabels[at], english.of);
  if (dimension === "unit") {
    const {codes} = catalogue.unit;
    const names = yield* readUnitNames(
      q,
      codes.filter((code) => code !== null),
    );
    return (at) => both(names.get(codes[at] ?? ""), english.unit);
  }
  if (dimension !== "classification") return () => null;
  const names = yield* catalogues.openNames(q, dataset, catalogue, "all");
  for (let from = 0; from < indexes.length; from += NAMED_AT_ONCE) {
    yield* names.keep(q, indexes.slice(from, from + NAMED_AT_ONCE));
    yield;
  }
  return (at) => both(names.at(at), english.of);
}
