// Which series are ratios of their values to those of an earlier time, by the codes that the interface gives meaning to.
import type {DescribedSeries} from "../store/described-series.ts";

type Kind = Pick<DescribedSeries, "measure" | "transformation">;

/** Neither of both: of its values alone per cent of a chosen period say something, since half of a growth of 101 % is not 50 %. */
export function isLevel(kind: Kind): boolean {
  return !isRatio(kind) && !isGrowth(kind);
}

/** Whole: 101.5 where the value grew by 1.5 %. */
export function isRatio({measure, transformation}: Kind): boolean {
  return /^prev_/.test(measure ?? "") || /^pct_/.test(transformation ?? "");
}

/** What is above the whole: 1.5. */
function isGrowth({transformation}: Kind): boolean {
  return /^growth_/.test(transformation ?? "");
}
