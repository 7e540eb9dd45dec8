// Reads the picked series of a dataset: those of one page of the table with their values, the leading one, and the names of units.
import {type Catalogue, type Dimension, keyAt, type Texts} from "../../../statistics/catalogue/catalogue.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {readUnitNames} from "../../../store/datasets/reference-lists.ts";
import {readFoundSeries} from "../../../store/series/named-series.ts";
import type {Visit} from "../../frame/visit.ts";
import {type FoundLine, readLines} from "../search/results.ts";
import {
  leadingSeries,
  type OfferedCodes,
  offerCodes,
  type PickedSeries,
  type Picks,
  pickSeries,
  TOTAL_WORDS,
} from "./picks.ts";

export interface PickedPage extends PickedSeries {
  readonly catalogue: Catalogue;
  readonly picks: Picks;
  readonly offered: ReadonlyMap<Dimension, OfferedCodes>;
  /** Names of the offered classes by their places. */
  readonly classNames: Pick<Texts, "at">;
  /** The rows of the page, with all values. */
  readonly lines: readonly FoundLine[];
  /** The series of the chart; null: nothing is picked. */
  readonly leading: FoundLine | null;
  readonly unitNames: ReadonlyMap<string, string>;
}

export async function readPicked(
  visit: Visit,
  dataset: DatasetRecord,
  picks: Picks,
  {offset, rows}: {readonly offset: number; readonly rows: number},
): Promise<PickedPage> {
  const {site, inSlices, budget} = visit;
  const {statistics} = site.store;
  const {catalogue, totals} = await statistics.readGivingWay(function* (q) {
    const read = yield* site.catalogues.read(q, dataset);
    return {catalogue: read, totals: yield* site.catalogues.readTotalClasses(q, dataset, read, TOTAL_WORDS)};
  }, budget);
  const picked = await inSlices(pickSeries(catalogue, picks));
  const offered = await inSlices(offerCodes(catalogue, picks, picked.counts));
  const leading = await inSlices(leadingSeries(catalogue, picked.positions, totals));
  const shown = [...picked.positions.slice(offset, offset + rows), ...(leading === null ? [] : [leading])];
  const names = shown.map((position) => ({datasetId: dataset.id, key: keyAt(catalogue, position)}));
  const {found, unitNames, classNames} = await statistics.read(function* (q) {
    const units = catalogue.unit.codes.flatMap((code) => code ?? []);
    const own = yield* site.catalogues.openNames(q, dataset, catalogue, "some");
    yield* own.keep(q, offered.get("classification")?.shown.map(({place}) => place) ?? []);
    return {found: yield* readFoundSeries(q, names), unitNames: yield* readUnitNames(q, units), classNames: own};
  });
  const lines = await readLines(visit, found);
  const first = leading === null ? undefined : lines.find(({series}) => series.key === keyAt(catalogue, leading));
  const keys = new Set(names.slice(0, leading === null ? names.length : -1).map(({key}) => key));
  return {
    ...picked,
    ...{catalogue, picks, offered, classNames, unitNames, leading: first ?? null},
    // the leading series may be asked for twice
    lines: lines.filter(
      ({series}, at) => keys.has(series.key) && lines.findIndex((one) => one.series.key === series.key) === at,
    ),
  };
}
