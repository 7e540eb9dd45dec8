// Which series are ratios of their values to those of an earlier time.
//
// The interface gives meaning to some codes alone. What a publisher's own measure says in per cent ("k_predyduschemu_mesyatsu") may be
// a ratio too: nobody knows, so it is never taken for a level.
import type {DescribedSeries} from "../../store/series/described-series.ts";

type Kind = Pick<DescribedSeries, "measure" | "transformation">;
type Measured = Kind & Pick<DescribedSeries, "unit" | "unitLabel">;

/** Of a level alone per cent of a chosen period say something, since half of a growth of 101 % is not 50 %. */
export function isLevel(series: Measured): boolean {
  return !isRatio(series) && !isGrowth(series) && !(series.measure !== null && isPerCent(series));
}

/** Whole: 101.5 where the value grew by 1.5 %. */
export function isRatio({measure, transformation}: Kind): boolean {
  return /^prev_/.test(measure ?? "") || /^pct_/.test(transformation ?? "");
}

/** Whether values are per cent, by the unit's code or name. */
export function isPerCent({unit, unitLabel}: Pick<DescribedSeries, "unit" | "unitLabel">): boolean {
  return /процент|percent|%/i.test(`${unit ?? ""} ${unitLabel?.name ?? ""}`);
}

/** What is above the whole: 1.5. */
function isGrowth({transformation}: Kind): boolean {
  return /^growth_/.test(transformation ?? "");
}
