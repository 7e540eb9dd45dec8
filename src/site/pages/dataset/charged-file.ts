// Charges an account for a file of a dataset. The charge comes before the file, so that no file is free; a file that fails gives it back.
import {findPlan, monthOf, usageDay} from "../../../access/account.ts";
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import {type File, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {writeFile} from "./picked-file.ts";
import {type Asked, MOST_SERIES, readTable} from "./picked-values.ts";

/** Charges exactly the values of the file, before it is written; a failure gives them back. */
export async function chargedFile(
  visit: Visit,
  owner: SessionOwner,
  asked: Asked,
  type: "csv" | "xlsx",
): Promise<File> {
  const {site} = visit;
  if (asked.positions.length > MOST_SERIES) throw new PageFault(413, "the file would have too many series");
  const series = await readTable(visit, asked);
  const values = series.reduce((sum, one) => sum + one.values.length, 0);
  const at = site.now().getTime();
  const {accountId} = owner;
  const charge = {requestId: visit.requestId, accountId, month: monthOf(at), day: usageDay(at), values};
  const {fits} = await site.charges.reserve(charge, planOf(owner).valuesPerMonth);
  if (!fits) throw new PageFault(429, "the values of this month are used up");
  try {
    return await writeFile(visit, asked.dataset, series, type);
  } catch (error) {
    await site.charges.giveBack(charge);
    throw error;
  }
}

export function planOf({plan, accountId}: SessionOwner) {
  const found = findPlan(plan);
  if (found === null) throw new Error(`account ${accountId} has the plan "${plan}", which does not exist`);
  return found;
}
