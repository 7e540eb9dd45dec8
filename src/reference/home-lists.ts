// The lists behind the home page: the tiles of each country with the series that may fill them, and the tree of topics.
//
// A tile names several series in order of preference: a store has few of them. A tile that no series fills is not shown.
import {createTopicFinder, type DatasetOfTopics} from "../statistics/topic.ts";
import {listOf, once, partsOf, unlessEmpty} from "./reference.ts";

/** A figure of the home page, or of the pages of territories; `consumer-prices` is on neither: values are divided by it. */
export interface HomeTile {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly tile: string;
  readonly names: Readonly<Record<"ru" | "en", string>>;
  /** Its place on the home page; null: it is not there. */
  readonly home: number | null;
  /** Its place on the page of a territory; null: it is not there. */
  readonly territory: number | null;
}

const orderOf = (text: string): number | null => (text === "" ? null : Number(text));

export const readHomeTiles = listOf<HomeTile>("home-tiles.csv", ([country, tile, ru, en, home, territory]) => {
  return {country, tile, names: {ru, en}, home: orderOf(home), territory: orderOf(territory ?? "")};
});

/** The figures of a page in one country, in the order of the page. @param country ISO 3166-1 alpha-2 */
export function listedTiles(country: string, page: "home" | "territory"): readonly HomeTile[] {
  return readHomeTiles()
    .filter((one) => one.country === country && one[page] !== null)
    .sort((one, other) => one[page]! - other[page]!);
}

/** A series of the country as a whole that may fill a tile; null: any code, but of the class the whole. */
export interface TileSource {
  readonly country: string;
  readonly tile: string;
  /** A dataset (`provider/dataset`), or every dataset with an indicator of the concept. */
  readonly dataset: string | null;
  readonly concept: string | null;
  readonly indicator: string | null;
  readonly classification: string | null;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly frequency: string | null;
  /** Steps of derived values [derived.*], of which the tile shows the result; null: the published values. */
  readonly derive: string | null;
}

/** The first row counts that has a series with recent values. */
export const readTileSources = listOf<TileSource>("tile-series.csv", (cells) => {
  const [country, tile, from, indicator, classification, measure, transformation, frequency, derive] = cells;
  const concept = from.startsWith("concept:") ? from.slice("concept:".length) : null;
  return {
    ...{country, tile, concept, dataset: concept === null ? from : null},
    ...{indicator: unlessEmpty(indicator), classification: unlessEmpty(classification)},
    ...{measure: unlessEmpty(measure), transformation: unlessEmpty(transformation), frequency: unlessEmpty(frequency)},
    derive: unlessEmpty(derive),
  };
});

/** A subject of datasets. A dataset has every topic whose words are in its name; one may have several, or none. */
export interface Topic {
  readonly code: string;
  /** The topic above it, which has its datasets too; null: it is at the top. */
  readonly parent: string | null;
  readonly names: Readonly<Record<"ru" | "en", string>>;
  /** Phrases in lower case; `*` at the end of a word stands for any ending. */
  readonly phrases: readonly string[];
  /** Codes of datasets as `provider/dataset`, or `provider/*`. */
  readonly datasets: readonly string[];
}

export const readTopics = listOf<Topic>("topics.csv", ([code, parent, ru, en, words, datasets]) => {
  return {
    code,
    parent: unlessEmpty(parent),
    names: {ru, en},
    phrases: partsOf(words),
    datasets: partsOf(datasets ?? ""),
  };
});

const topicFinder = once(() => createTopicFinder(readTopics()));

/** The codes of the topics of a dataset with this published name, in the order of the list: 12 microseconds each. */
export function topicsOf(dataset: DatasetOfTopics): readonly string[] {
  return topicFinder()(dataset);
}
