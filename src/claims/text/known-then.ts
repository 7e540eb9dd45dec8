// "As known in 2016": the claim is judged by what was published up to the end of that time.
//
// A draft would read the year as a second time of the number, so the words are blanked: all places in the text stay as they are.

import {once} from "../../reference/reference.ts";
import {type Day, firstDay, lastDay} from "../../statistics/time/day.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import {readClaimPeriod} from "../claim-period.ts";
import {wordsIn} from "../claim-phrases.ts";
import type {DraftClaim} from "../draft/verify-draft.ts";
import type {ClaimContext} from "../judge-series.ts";
import {verifyClaim} from "../verify-claim.ts";

interface KnownThen {
  /** Where the words stand. */
  readonly at: number;
  readonly day: Day;
}

const TIME = "((?:\\d{1,2} )?(?:\\p{L}+ )?\\d{4}(?:-\\d\\d){0,2})";
const WORDS = once(
  () =>
    new RegExp(
      `(?:${wordsIn("as-known").join("|")}) ${TIME}(?: (?:${wordsIn("year-behind").join("|")})(?!\\p{L}))?`,
      "giu",
    ),
);

/** The text without these words, in its length, and the days that they name. Words whose time can't be read stay. */
export function withoutKnownThen(text: string): {readonly text: string; readonly known: readonly KnownThen[]} {
  const known: KnownThen[] = [];
  const blanked = text.replace(WORDS(), (all: string, time: string, at: number) => {
    const period = readClaimPeriod(time);
    if (period === null) return all;
    const {frequency, ordinal} = period;
    known.push({at, day: frequency === "D" ? ordinal : lastDay(frequency, firstDay(frequency, ordinal))});
    return " ".repeat(all.length);
  });
  return {text: blanked, known};
}

/** The claim by what was known on the day that its sentence names; a claim of no single series stays as it is. */
export async function asKnownThen(
  context: ClaimContext,
  claim: DraftClaim,
  known: readonly KnownThen[],
  budget: Budget,
): Promise<DraftClaim> {
  const {start, end} = claim.stated.sentence;
  const own =
    known.find(({at}) => at >= claim.stated.figure.end && at <= end) ?? known.find(({at}) => at >= start && at < end);
  const {judged} = claim.found;
  if (own === undefined || judged === null) return claim;
  const query = {...claim.query, on: own.day};
  const judge = async (about: DraftClaim["query"]["about"]) =>
    await verifyClaim(context, {...query, about}, createBudget(budget.asker));
  // the words also say which way the number changed; before its first release they may find another series
  const byWords = await judge(query.about);
  const {key} = judged.found.series;
  const found = byWords?.judged?.found.series.key === key ? byWords : await judge({key});
  return found === null ? claim : {...claim, query, found};
}
