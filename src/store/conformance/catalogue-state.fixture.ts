// States of a dataset whose series have a class each, and their writing, for the tests of catalogues.
import {buildCatalogue, type CatalogueSeries} from "../../statistics/catalogue/build-catalogue.ts";
import {labels, oneSeries} from "../../statistics/catalogue/catalogue.fixture.ts";
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {Store} from "../open.ts";
import type {Script} from "../script.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {sampleDataset, sampleMetadata, sampleUse} from "./samples.fixture.ts";

/** Series of the dataset, and series in one blob of its catalogue. */
export const CLASSES = 1500;
export const BLOCK = 500;

/** Each with a class of its own; those at the places have a later last period. */
export function series(later: readonly number[], count = CLASSES): CatalogueSeries[] {
  return Array.from({length: count}, (_, number) =>
    oneSeries({number, classification: codeOf(number), lastPeriod: later.includes(number) ? 20_031 : 20_000}),
  );
}

export function codeOf(index: number): string {
  return `01.${String(index).padStart(5, "0")}`;
}

/** A state of the dataset showdata/demo; its first class has no name. */
export async function writeState(
  store: Store,
  changedBy: string,
  later: readonly number[],
  count = CLASSES,
  nameOf = (index: number) => `class ${index}`,
) {
  const classes = Array.from({length: CLASSES - 1}, (_, at) => ({
    code: codeOf(at + 1),
    name: nameOf(at + 1),
    note: null,
  }));
  const classNames = new Map(classes.map(({code, name}) => [code, name]));
  const catalogue = buildCatalogue(series(later, count), labels({classNames}));
  const metadata = sampleMetadata({classes});
  const id = await store.statistics.write(function* (q) {
    const own = yield* writeDataset(q, sampleDataset({changedBy}));
    yield* replaceMetadataTables(q, own, metadata, sampleUse(metadata));
    yield* writeCatalogue(q, own, encodeCatalogue(catalogue, BLOCK));
    return own;
  });
  return {id, catalogue, metadata, dataset: {id, provider: "showdata", code: "demo", changedBy}};
}

/** Writes the catalogue of these series. @returns statements that wrote */
export function countWritten(store: Store, id: number, of: readonly CatalogueSeries[]): Promise<number> {
  const catalogue: WholeCatalogue = buildCatalogue(of, labels());
  return store.statistics.write(function* (q): Script<number> {
    const script = writeCatalogue(q, id, encodeCatalogue(catalogue, BLOCK));
    let written = 0;
    for (let next = script.next(); !next.done; ) {
      const step = next.value!;
      if ("sql" in step && !step.sql.startsWith("select")) written++;
      next = script.next(yield step);
    }
    return written;
  });
}
