// A sentence in the present tense tells the last value: "the key rate is 16 %", behind a sentence about last December, and "16 % since
// December 2025".
//
// The time of an earlier sentence counts for it only if that sentence has the same subject. "Since" names the first period of a time that
// lasts: the number must be that of this period and the last value too.
import {plainWordsOf} from "../../search/language/words.ts";
import {firstDay, lastDay} from "../../statistics/time/day.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import type {StatedClaim} from "../draft/draft-claims.ts";
import type {DraftClaim} from "../draft/verify-draft.ts";
import {isLevelRate} from "../find-meant.ts";
import type {ClaimContext} from "../judge-series.ts";
import {verifyClaim} from "../verify-claim.ts";

const AGREEING: readonly string[] = ["match", "rounded"];

/** The claim as one about the last value, if its sentence tells it so; else the claim itself. @param earlier the claims before it */
export async function asPresent(
  context: ClaimContext,
  text: string,
  claim: DraftClaim,
  earlier: readonly DraftClaim[],
  budget: Budget,
): Promise<DraftClaim> {
  const {stated, query, found} = claim;
  const {period, figure, sentence} = stated;
  if (period === null || !isPlain(stated)) return claim;
  const before = plainWordsOf(text.slice(sentence.start, figure.start).split(CLAUSE)!.at(-1)!);
  const behind = plainWordsOf(text.slice(figure.end, sentence.end).split(CLAUSE)[0]!);
  const isPast = [...before, ...behind].some((word) => codeIn("past-verb", word) !== null);
  if (isPast) return claim;
  const isSince = found.judged !== null && isLevelRate(found.judged.found.series) && isSinceTime(behind);
  const isNow = before.some((word) => codeIn("present-verb", word) !== null);
  const isOfOther = (one: DraftClaim): boolean =>
    one.stated.sentence.start === sentence.start || one.stated.words !== stated.words;
  const isCarriedNow = stated.isTimeCarried && isNow && earlier.every(isOfOther);
  if (!isSince && !isCarriedNow) return claim;
  const judge = async (wanted: ClaimPeriod | null) =>
    await verifyClaim(context, {...query, period: wanted}, createBudget(budget.asker));
  const last = await judge(null);
  if (last === null || last.judged === null || !isLevelRate(last.judged.found.series)) return claim;
  const present = {stated: {...stated, period: null}, query: {...query, period: null}, found: last};
  if (!isSince || !AGREEING.includes(last.verdict)) return present;
  const since = await judge({frequency: "D", ordinal: lastDayOf(period)});
  return since !== null && since.judged !== null && AGREEING.includes(since.verdict)
    ? present
    : {
        ...present,
        found: {
          verdict: "ambiguous",
          judged: null,
          candidates: [{found: last.judged.found, period: null, verdict: last.verdict}],
        },
      };
}

const CLAUSE = /[,;:()](?!\d)|\s[-–—]\s/u;

function isPlain(stated: StatedClaim): boolean {
  return !stated.isOpen && isUnderstood(stated);
}

/** Whether no word beside its number and its time is left open. */
export function isUnderstood({isDoubtful, isUnsure, isRestricted, isNarrowed, isRivalled}: StatedClaim): boolean {
  return !(isDoubtful || isUnsure || isRestricted || isNarrowed || isRivalled);
}

/** "Since December 2025", right behind the number. */
function isSinceTime([first, second, third]: readonly string[]): boolean {
  const isTime = [second, third].some((word) => codeIn("month", word) !== null || /^(?:19|20)\d\d$/.test(word ?? ""));
  return codeIn("since", first) !== null && isTime;
}

function lastDayOf({frequency, ordinal}: ClaimPeriod): number {
  return frequency === "D" ? ordinal : lastDay(frequency, firstDay(frequency, ordinal));
}
