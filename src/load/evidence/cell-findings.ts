// What a deep look says of values whose cells do not hold what their parser claims: release, series, period and cell.
import {dayText} from "../../statistics/time/day.ts";
import {type PeriodTable, periodTable} from "../../statistics/time/period.ts";
import {weekText} from "../../statistics/time/week.ts";
import type {CellLook} from "../change/replay-release.ts";
import {type DatasetCode, keysOf} from "../change/series-targets.ts";
import {placeText} from "./cell-verifier.ts";
import type {Claim} from "./claim.ts";

/** Of one release so many are told one by one: where a reader is wrong, it is wrong everywhere. */
const TOLD = 20;

/** @param cells is raised by the values that were looked up */
export function cellLook(
  code: DatasetCode,
  weeks: PeriodTable | null,
  summary: {cells: number},
  say: (finding: string) => void,
): CellLook {
  const told = new Map<number, number>();
  return {
    onLooked(cells) {
      summary.cells += cells;
    },
    onDoubt({id}, {claim, reason}) {
      const count = (told.get(id) ?? 0) + 1;
      told.set(id, count);
      if (count === TOLD + 1) say(`release ${id}: more cells do not hold what was read of them`);
      if (count > TOLD) return;
      const [key] = keysOf(code, [claim.series]);
      say(`release ${id}: series ${key}, ${periodText(claim, weeks)}: ${placeText(claim.locator)} ${reason}`);
    },
  };
}

function periodText({series: {frequency}, period}: Claim, weeks: PeriodTable | null): string {
  const table = frequency === "W" ? weeks : periodTable(frequency);
  const day = table?.days[period - table.base];
  return day === undefined ? weekText(period) : dayText(day);
}
