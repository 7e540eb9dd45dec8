// The claims of one sentence. A number whose subject no title has is stated all the same, and is `ambiguous` or `not_published`.
//
// A draft guesses at no such number, for a text has many that are no claims. A sentence is given for its number.
import type {Budget} from "../../../work/budget.ts";
import {createBudget} from "../../../work/budget.ts";
import {MAX_CLAIM_LETTERS} from "../claim-words.ts";
import type {StatedClaim} from "../draft/draft-claims.ts";
import {draftWords} from "../draft/draft-words.ts";
import {type DraftFigure, figuresOf} from "../draft/figures.ts";
import type {DraftClaim, VerifiedDraft} from "../draft/verify-draft.ts";
import type {ClaimParts, ClaimQuery} from "../judge-series.ts";
import {type VerifiedClaim, verifyClaim} from "../verify-claim.ts";
import {verifyText} from "./verify-text.ts";

/** As `verifyText`. A sentence in which no claim is found, and which has one number with a unit, has that claim, and it never agrees. */
export async function verifySentence(
  parts: ClaimParts,
  text: string,
  budget: Budget,
  where: Pick<ClaimQuery, "territory" | "on"> = {territory: null, on: null},
): Promise<VerifiedDraft> {
  const read = await verifyText(parts, text, null, budget, where);
  if (read.claims.length > 0 || text.length > MAX_CLAIM_LETTERS) return read;
  const isEnglish = !/\p{Script=Cyrillic}/u.test(text);
  const [figure, ...others] = figuresOf(text, draftWords(text), isEnglish).filter(isMeasured);
  if (figure === undefined || others.length > 0) return read;
  const words = `${text.slice(0, figure.start)} ${text.slice(figure.end)}`.replace(/\s+/g, " ").trim();
  if (!/\p{L}{2}/u.test(words)) return read;
  const {number, unit} = figure;
  const query: ClaimQuery = {number, unit, about: {words}, period: null, ...where};
  const found = unsure(await verifyClaim(parts, query, createBudget(budget.asker)));
  const claim: DraftClaim = {stated: statedBy(text, figure, words), query, found};
  return {claims: [claim], next: null};
}

/** Per cent, thousands and millions; a plain number may count anything. */
function isMeasured({kind, unit}: DraftFigure): boolean {
  return kind === "value" && unit !== null && (unit.isPerCent || unit.mult > 1);
}

function unsure(found: VerifiedClaim | null): VerifiedClaim {
  if (found === null) return {verdict: "not_published", judged: null, candidates: []};
  const {judged, verdict, candidates} = found;
  if (judged === null) return found;
  return {
    verdict: "ambiguous",
    judged: null,
    candidates: [{found: judged.found, period: null, verdict}, ...candidates],
  };
}

function statedBy(text: string, figure: DraftFigure, words: string): StatedClaim {
  return {
    figure,
    sentence: {start: 0, end: text.length},
    words,
    period: null,
    readings: [],
    isDoubtful: true,
    isRivalled: false,
    isRestricted: false,
    isStart: false,
    isNarrowed: false,
    isOfOpenSpan: false,
    isUnsure: false,
    isUnpublished: false,
    isOpen: false,
    isTimeCarried: false,
    isCarried: false,
    isGrowth: false,
  };
}
