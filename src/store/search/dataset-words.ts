// The words of a dataset that a catalogue may change, read and written without touching its series, values and releases.
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {weeksOf} from "../../statistics/catalogue/catalogue-blocks.ts";
import {
  type CatalogueManifest,
  DamagedCatalogue,
  encodeCatalogueManifest,
} from "../../statistics/catalogue/catalogue-code.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import type {IndicatorLabel, Note, ReleaseMetadata} from "../../statistics/release/release.ts";
import {noteOf, noteRow, readContinuityBreaks, readNotes} from "../datasets/declarations.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import {all, one, type Param, run, type Script, statement} from "../script.ts";
import {
  readCatalogueManifest,
  readClassNames,
  readWholeCatalogue,
  writeCatalogue,
  writeCatalogueManifest,
} from "../series/catalogue.ts";
import {readSeries} from "../series/series.ts";
import {writeSearchSegment} from "./segment.ts";

/** Only texts, in a fixed order, so that two records can be compared directly. */
export interface DatasetWords {
  readonly name: string;
  readonly indicators: readonly Pick<IndicatorLabel, "code" | "label" | "description" | "synonyms">[];
  readonly methodology: string | null;
  readonly notes: readonly Note[];
}

/** The words in a dataset's metadata, with former labels of indicators, whether or not a series has them. */
export function datasetWordsOf({name, indicators, methodology, notes, former}: ReleaseMetadata): DatasetWords {
  const byCode = new Map([...(former?.indicators ?? []), ...(indicators ?? [])].map((label) => [label.code, label]));
  const words = [...byCode.values()].map(({code, label, description, synonyms}) => ({
    code,
    label,
    description,
    synonyms: [...synonyms],
  }));
  return {
    name,
    indicators: words.sort((a, b) => (a.code < b.code ? -1 : 1)),
    methodology: methodology?.text ?? null,
    notes: (notes ?? []).map((note) => noteOf(noteRow(note))),
  };
}

/** The words that answers contain now. */
export function* readDatasetWords(q: Queries, id: number): Script<DatasetWords> {
  const dataset = yield* one(nameOf(q, {id}));
  const indicators = yield* all(indicatorsOf(q, {id}));
  const words = indicators.map(({code, label, description, synonyms}) => ({
    code,
    label,
    description,
    synonyms: JSON.parse(synonyms) as string[],
  }));
  return {
    name: dataset!.name,
    indicators: words.sort((a, b) => (a.code < b.code ? -1 : 1)),
    methodology: (yield* one(methodologyOf(q, {id})))?.text ?? null,
    notes: yield* readNotes(q, id),
  };
}

/** Replaces the words; `changedBy` becomes the dataset's version, so that no server answers with the old ones. @returns the numbers of series whose indicator has another name, ascending */
export function* writeWords(
  q: Queries,
  id: number,
  described: ReleaseMetadata,
  change: {readonly changedBy: string; readonly changedAt: string},
): Script<readonly number[]> {
  const words = datasetWordsOf(described);
  yield* run(rename(q, {id, name: words.name, ...change}));
  for (const {code, label, description, synonyms} of words.indicators)
    yield* run(relabel(q, {id, code, label, description, synonyms: JSON.stringify(synonyms)}));
  yield* run(q.db.deleteFrom("methodology").where("dataset_id", "=", id).compile());
  if (described.methodology)
    yield* run(
      q.db
        .insertInto("methodology")
        .values({dataset_id: id, ...described.methodology})
        .compile(),
    );
  yield* run(q.db.deleteFrom("note").where("dataset_id", "=", id).compile());
  for (const [position, note] of words.notes.entries())
    yield* run(
      q.db
        .insertInto("note")
        .values({dataset_id: id, position, ...noteRow(note)})
        .compile(),
    );
  const manifest = yield* readCatalogueManifest(q, id);
  if (manifest === null) return [];
  const relabelledManifest = relabelled(manifest, words);
  yield* writeCatalogueManifest(q, id, encodeCatalogueManifest(relabelledManifest));
  const catalogue = yield* readOrMakeAgain(q, id, relabelledManifest);
  yield* writeSearchSegment(q, id, catalogue);
  const isOther = relabelledManifest.indicatorLabels.map((label, index) => label !== manifest.indicatorLabels[index]);
  const {numbers, indicator} = catalogue;
  return Array.from(numbers.filter((_, position) => isOther[indicator.index[position]!])).sort((a, b) => a - b);
}

/** The catalogue of the dataset. Blobs that are lost or damaged are made again from its series: its manifest has all that rows do not have. */
function* readOrMakeAgain(q: Queries, id: number, manifest: CatalogueManifest): Script<WholeCatalogue> {
  try {
    return (yield* readWholeCatalogue(q, id))!;
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
  }
  const labels = manifest.codes.indicator.map(
    (code, index) => [code as string, manifest.indicatorLabels[index]!] as const,
  );
  const made = buildCatalogue(yield* readSeries(q, id), {
    territories: new Map(manifest.territories.map((one) => [one.code, one])),
    classNames: yield* readClassNames(q, id, null),
    indicatorLabels: new Map(labels),
    continuity: yield* readContinuityBreaks(q, id),
    weeks: weeksOf(manifest),
  });
  yield* writeCatalogue(q, id, encodeCatalogue(made));
  return made;
}

function relabelled(manifest: CatalogueManifest, {indicators}: DatasetWords): CatalogueManifest {
  const labels = new Map(indicators.map(({code, label}) => [code, label]));
  const indicatorLabels = manifest.codes.indicator.map((code) => labels.get(code as string) ?? (code as string));
  return {...manifest, indicatorLabels};
}

const nameOf = selectRows("dataset", ["name"], {id: "id"});

const indicatorsOf = selectRows("indicator", ["code", "label", "description", "synonyms"], {id: "dataset_id"});

const methodologyOf = selectRows("methodology", ["text"], {id: "dataset_id"});

const rename = statement((q, param: Param<{id: number; name: string; changedBy: string; changedAt: string}>) =>
  q.db
    .updateTable("dataset")
    .set({name: param("name"), changed_by: param("changedBy"), changed_at: param("changedAt")})
    .where("id", "=", param("id")),
);

const relabel = statement(
  (q, param: Param<{id: number; code: string; label: string; description: string | null; synonyms: string}>) =>
    q.db
      .updateTable("indicator")
      .set({label: param("label"), description: param("description"), synonyms: param("synonyms")})
      .where("dataset_id", "=", param("id"))
      .where("code", "=", param("code")),
);
