// What a release covers: the cells that it has without a value, and the columns of its tables. A partial release covers nothing.

import type {Estimates} from "../../statistics/history/estimates.ts";
import {findGaps, REASON_OF_SIGN} from "../../statistics/history/gaps.ts";
import type {Gap, WithdrawalReason} from "../../statistics/history/withdrawal.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {decodeMissing} from "../../statistics/time/missing-periods.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import type {BufferedRelease, MissingOfSeries} from "../buffer/observation-buffer.ts";
import {periodTableKey, type TableColumns} from "../buffer/period-columns.ts";
import type {SeriesTarget} from "./series-targets.ts";
import {keysOf} from "./series-targets.ts";

export interface Coverage {
  /** By series key. */
  readonly marks: ReadonlyMap<string, MissingOfSeries>;
  readonly columns: TableColumns;
  readonly rowsCount: boolean;
  /** The release is declared as whole: it has the row of every series of its dataset. */
  readonly isWhole: boolean;
}

/** @returns null: the release withdraws nothing */
export function periodsCovered(
  address: DatasetAddress,
  {missing, columns, unreadableCount}: Pick<BufferedRelease, "missing" | "columns" | "unreadableCount">,
  {partial}: Pick<ReleaseMetadata, "partial">,
): Coverage | null {
  if (partial === true) return null;
  const keys = keysOf(
    address,
    missing.map((one) => one.series),
  );
  const marks = new Map(missing.map((one, index) => [keys[index]!, one]));
  return {marks, columns, rowsCount: unreadableCount === 0, isWhole: partial === false};
}

export type CoveredSeries = Pick<SeriesTarget, "key" | "indicator" | "frequency">;

/** The periods of a history that the release covers without a value. @param given null: the release has no value of the series */
export function gapsOf(
  {marks, columns, rowsCount, isWhole}: Coverage,
  series: CoveredSeries,
  given: Int32Array | null,
  history: Estimates,
): readonly Gap[] {
  const own = marks.get(series.key);
  const hasRow = given !== null || isWhole;
  if (!hasRow && own === undefined) return NONE;
  return findGaps(history, given ?? NO_PERIODS, {
    marks: own === undefined ? null : () => reasonsIn(own),
    columns: hasRow ? (columns.get(periodTableKey(series)) ?? null) : null,
    rowsCount,
    isWhole,
  });
}

/** The targets and the stored series that a release covers without giving a value, ascending by number. */
export function withCovered(
  targets: SeriesTarget[],
  coverage: Pick<Coverage, "marks" | "isWhole"> | null,
  stored: readonly SeriesRecord[],
): SeriesTarget[] {
  if (coverage === null || (coverage.marks.size === 0 && !coverage.isWhole)) return targets;
  const known = new Set(targets.map(({key}) => key));
  const covered = stored.filter(({key}) => !known.has(key) && (coverage.isWhole || coverage.marks.has(key)));
  if (covered.length === 0) return targets;
  return [...targets, ...covered.map((record) => ({...record, isNew: false}))].sort((a, b) => a.number - b.number);
}

const NONE: readonly Gap[] = [];
const NO_PERIODS = new Int32Array(0);

function reasonsIn({cells, blanks}: MissingOfSeries): Map<number, WithdrawalReason> {
  const marks = [...decodeMissing(blanks), ...decodeMissing(cells)];
  return new Map(marks.map(({period, reason}) => [period, REASON_OF_SIGN[reason] ?? "withdrawn"]));
}
