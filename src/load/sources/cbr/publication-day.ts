// The day of publication of answers that do not tell it: the Bank's services say of which days their figures are, and no more.
//
// Without --published it is the last day that the figures speak of: no answer can have been given its last figure sooner. A rate is
// set on the working day before it is valid, so its own day is at most a long weekend late, and never early.
import {Refusal} from "../../../refusal.ts";
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import type {LoadHints} from "../../source.ts";

/** @param lastDay of the newest period; null where there is none. @throws Refusal when nothing tells the day */
export function publicationDay(file: string, lastDay: Day | null, {publishedAt}: LoadHints): Day {
  const told = publishedAt === null ? null : parseDay(publishedAt);
  if (publishedAt !== null && told === null)
    throw new Refusal(`--published ${publishedAt} is not a day`, "write YYYY-MM-DD");
  const day = told ?? lastDay;
  if (day !== null) return day;
  throw new Refusal(`${file} does not say when it was published`, "give the day with --published YYYY-MM-DD");
}

/** @throws Refusal when the command names another dataset than the file: hints confirm, they never override */
export function refuseOtherName(file: string, own: string, {provider, dataset}: LoadHints): void {
  const code = dataset?.startsWith("cbr/") ? dataset.slice("cbr/".length) : dataset;
  if ((provider ?? "cbr") === "cbr" && (code ?? own) === own) return;
  throw new Refusal(
    `${file} is dataset cbr/${own}, not ${provider ?? "cbr"}/${code ?? own}`,
    "leave out --provider and --dataset: such files say themselves what they are",
  );
}
