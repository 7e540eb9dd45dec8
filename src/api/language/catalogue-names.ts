// A catalogue with its names in one language. Codes, order and positions stay; names of the territories and indicators of a catalogue are
// translated once for each state and language, those of classes when they are asked for.
import {type ChosenNames, namesIn} from "../../country/names.ts";
import type {NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {NameChoice} from "../../text/language.ts";

type Dataset = Pick<DatasetRecord, "id" | "changedBy">;

/** The names of a dataset in a language. Only for English ones anything is read. */
export function* readNames(
  q: Queries,
  catalogues: Pick<CatalogueCache, "readEnglish">,
  dataset: Dataset,
  language: NameChoice,
): Script<ChosenNames> {
  return namesIn(language, language === "en" ? yield* catalogues.readEnglish(q, dataset) : undefined);
}

/** The catalogue itself for published names. */
export function* readCatalogueNames<C extends NamedCatalogue>(
  q: Queries,
  catalogues: Pick<CatalogueCache, "readEnglish">,
  dataset: Dataset,
  catalogue: C,
  language: NameChoice,
): Script<C> {
  return language === "published"
    ? catalogue
    : withNamesOf(catalogue, yield* readNames(q, catalogues, dataset, language));
}

/** @param names of the dataset of the catalogue */
export function withNamesOf<C extends NamedCatalogue>(catalogue: C, names: ChosenNames): C {
  if (names === namesIn("published")) return catalogue;
  const {classNames} = catalogue;
  const at = (index: number): string | null => {
    const name = classNames.at(index);
    return name == null ? null : names.of(name);
  };
  const territories = once(catalogue.territories, names, (one) => ({...one, name: names.territory(one)}));
  return {
    ...catalogue,
    territories,
    indicatorLabels: once(catalogue.indicatorLabels, names, names.of),
    classNames: {at},
  };
}

/** By names: what lists of catalogues in memory became by them. Readers of two languages ask for the same lists in turns. */
const namedLists = new WeakMap<ChosenNames, WeakMap<object, unknown>>();

/** The list that `make` gives, made once for these names. */
function once<T>(list: readonly T[], names: ChosenNames, make: (one: T) => T): readonly T[] {
  const ofNames = namedLists.get(names) ?? new WeakMap<object, unknown>();
  namedLists.set(names, ofNames);
  const known = ofNames.get(list) as readonly T[] | undefined;
  if (known !== undefined) return known;
  const made = list.map(make);
  ofNames.set(list, made);
  return made;
}
