// Charges whose month is not the sum of its days: one of the two was changed by something else than a charge.
//
// A charge, and giving one back, writes both in one transaction, so in any snapshot they agree.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {all, type Script} from "../script.ts";

interface BrokenMonth {
  readonly account_id: number;
  readonly month: string;
  readonly used: number;
  readonly of_days: number;
}

/** One sentence for each account and month. */
export function* findBrokenUsage(q: Queries): Script<string[]> {
  const broken = yield* all<BrokenMonth>(
    sql<BrokenMonth>`select account_id, month, sum(used) as used, sum(of_days) as of_days from (
      select account_id, month, used, 0 as of_days from ${sql.table("usage")}
      union all
      select account_id, substr(day, 1, 7) as month, 0 as used, used as of_days from ${sql.table("usage_day")}
    ) as charges group by account_id, month having sum(used) <> sum(of_days) order by account_id, month`.compile(q.db),
  );
  return broken.map(
    ({account_id, month, used, of_days}) =>
      `account ${account_id} is charged ${used} values in ${month}, its days make ${of_days}`,
  );
}
