// Where the bars of a ranking begin: at zero, but at 100 for per cent of an earlier time, which say something by their distance from it alone.
import type {DescribedSeries} from "../../../store/series/described-series.ts";
import {isRatio} from "../../words/ratio.ts";
import type {RankedMember} from "./ranking.ts";

/** Nearer to 100 than to zero. */
const NEARER = 50;

/** 100 only where most values lie by it: a package may write 1.5 where the code would have 101.5. */
export function barBase(
  series: Pick<DescribedSeries, "measure" | "transformation">,
  rows: readonly Pick<RankedMember, "value">[],
): 0 | 100 {
  const values = rows.flatMap(({value}) => (value === null ? [] : [value]));
  const near = values.filter((value) => value > NEARER).length;
  return isRatio(series) && near * 2 > values.length ? 100 : 0;
}
