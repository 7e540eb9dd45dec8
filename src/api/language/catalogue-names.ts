// A catalogue with its names in one language. Codes, order and positions stay; names of the territories and indicators of a catalogue are
// translated once for each state and language, those of classes when they are asked for.
import {type ChosenNames, namesIn, type OwnNames} from "../../country/names.ts";
import type {NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {NameChoice} from "../../text/language.ts";
import {type BoundedCache, createBoundedCache} from "../../work/bounded-cache.ts";

/** The catalogues of a server, with memory for what was translated of them. */
export interface TranslatedCatalogues extends CatalogueCache {
  /** By dataset and language: readers of two languages ask for the same lists in turns. */
  readonly translations: BoundedCache<Translation>;
}

/** Lists of a catalogue, and what they became by the own names of its dataset. */
interface Translation {
  readonly of: Lists & {readonly own: OwnNames};
  readonly lists: Lists;
}

interface Lists {
  readonly territories: readonly Territory[];
  readonly indicatorLabels: readonly string[];
}

const TRANSLATION_BYTES = 8 << 20;
/** Of a territory or an indicator. */
const NAME_BYTES = 200;

export function translatedCatalogues(catalogues: CatalogueCache): TranslatedCatalogues {
  return {...catalogues, translations: createBoundedCache(TRANSLATION_BYTES)};
}

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
  catalogues: TranslatedCatalogues,
  dataset: Dataset,
  catalogue: C,
  language: NameChoice,
): Script<C> {
  return language === "published"
    ? catalogue
    : withNamesOf(catalogues, dataset, catalogue, yield* readNames(q, catalogues, dataset, language));
}

/** @param names of the dataset of the catalogue */
export function withNamesOf<C extends NamedCatalogue>(
  {translations}: Pick<TranslatedCatalogues, "translations">,
  {id}: Pick<DatasetRecord, "id">,
  catalogue: C,
  names: ChosenNames,
): C {
  const {language, own} = names;
  if (language === "published") return catalogue;
  const {territories, indicatorLabels, classNames} = catalogue;
  const at = (index: number): string | null => {
    const name = classNames.at(index);
    return name == null ? null : names.of(name);
  };
  const key = `${id} ${language}`;
  const known = translations.find(key);
  const isKnown =
    known?.of.own === own && known.of.territories === territories && known.of.indicatorLabels === indicatorLabels;
  const lists = isKnown ? known.lists : translate(catalogue, names);
  if (!isKnown) {
    const bytes = NAME_BYTES * (1 + territories.length + indicatorLabels.length);
    translations.keep(key, {of: {own, territories, indicatorLabels}, lists}, bytes);
  }
  return {...catalogue, ...lists, classNames: {at}};
}

function translate({territories, indicatorLabels}: Lists, names: ChosenNames): Lists {
  return {
    territories: territories.map((one) => ({...one, name: names.territory(one)})),
    indicatorLabels: indicatorLabels.map(names.of),
  };
}
