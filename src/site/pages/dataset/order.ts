// The order of the series in the table of a dataset: that of the slice, or by a column that a link has chosen.
//
// Values are compared only if all series have one unit and one form: roubles and per cent have no common order. To sort by a value, every
// picked history is read, so a larger selection keeps the order of the slice.
import {type Catalogue, type Dimension, dimensionsAt} from "../../../statistics/catalogue/catalogue.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SeriesFigures} from "../../figures/series-figures.ts";
import type {Visit} from "../../visit/visit.ts";

const SORTED_COLUMNS = ["value", "change", "year", "period"] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];

export interface Sorting {
  readonly column: SortedColumn;
  readonly descending: boolean;
}

/** Series that can be sorted by a value. */
export const MOST_SORTED = 3000;
/** Their values are compared, so these have to be the same. */
const FORM: readonly Dimension[] = ["unit", "measure", "transformation", "frequency"];

/** `?sort=value`, or `?sort=-value` for the largest first; null: the order of the slice. */
export function readSorting(query: URLSearchParams): Sorting | null {
  const text = query.get("sort") ?? "";
  const column = SORTED_COLUMNS.find((one) => one === text.replace(/^-/, ""));
  return column === undefined ? null : {column, descending: text.startsWith("-")};
}

/** The columns by which the picked series can be sorted. @param differing the dimensions in which they differ */
export function sortableColumns(count: number, differing: ReadonlySet<Dimension>): readonly SortedColumn[] {
  if (count < 2 || count > MOST_SORTED) return [];
  return FORM.some((dimension) => differing.has(dimension)) ? ["period"] : SORTED_COLUMNS;
}

/** Series without a value come last; equal ones stay in the order of the slice. */
export async function sortPositions(
  {site, budget}: Visit,
  dataset: DatasetRecord,
  catalogue: Catalogue,
  positions: readonly number[],
  {column, descending}: Sorting,
): Promise<readonly number[]> {
  const keys = column === "period" ? positions.map((position) => catalogue.lastPeriod[position]!) : await readKeys();
  const sign = descending ? -1 : 1;
  return positions
    .map((position, at) => ({position, key: keys[at]!}))
    .sort(({key: one}, {key: other}) =>
      Number.isNaN(one) || Number.isNaN(other)
        ? Number(Number.isNaN(one)) - Number(Number.isNaN(other))
        : sign * (one - other),
    )
    .map(({position}) => position);

  async function readKeys(): Promise<readonly number[]> {
    const series = positions.map((position) => ({
      ...dimensionsAt(catalogue, position),
      number: catalogue.numbers[position]!,
    }));
    const figures = await site.store.statistics.readWithRests(
      (q) => readFigures(q, site.catalogues, dataset, series, {years: 0}),
      budget,
    );
    return figures.map((one) => keyOf(one, column));
  }
}

/** NaN: there is no such figure. */
function keyOf(figures: SeriesFigures | null, column: SortedColumn): number {
  const latest = figures?.latest;
  if (!latest) return Number.NaN;
  if (column === "value") return latest.value;
  return (column === "change" ? latest.onPeriod : latest.onYear)?.value ?? Number.NaN;
}

/** The dimensions in which some series differ. */
export function* differingDimensions(
  catalogue: Catalogue,
  positions: readonly number[],
  dimensions: readonly Dimension[],
): Generator<undefined, ReadonlySet<Dimension>> {
  const differing = new Set<Dimension>();
  const [first] = positions;
  for (const dimension of dimensions) {
    yield;
    const {index} = catalogue[dimension];
    if (positions.some((position) => index[position] !== index[first!])) differing.add(dimension);
  }
  return differing;
}
