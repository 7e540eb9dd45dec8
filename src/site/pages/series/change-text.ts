// The change of a value: in its unit and in per cent, "+0,50 (+8,2 %)"; of a value in per cent in points, "−0,30 п. п.".
import {difference, differenceDecimals, relativeDifference} from "../../../statistics/difference.ts";
import {computedDigits} from "../../client/computed-digits.ts";
import {fewDigits, MOST_DECIMALS} from "../../client/few-digits.ts";
import {inBoth, type Language} from "../../words/language.ts";
import {missingDecimals, signedText} from "../../words/wording.ts";

/** Of the per cent, for any values, so that changes side by side look alike. */
const DECIMALS = 1;

export function changeText(later: number, earlier: number, isShare: boolean, language: Language): string {
  const difference = differenceText(later, earlier, language);
  if (isShare)
    return `${difference}\u00a0${language === "en" && Math.abs(later - earlier) === 1 ? POINT : POINTS[language]}`;
  const share = relativeDifference(later, earlier);
  if (share === null) return difference;
  const text = signedText(computedDigits(share, "percent"), language);
  return `${difference} (${text}${missingDecimals(text, DECIMALS, language)}${PER_CENT[language]})`;
}

const PER_CENT = inBoth({ru: "\u00a0%", en: "%"});
const POINT = "percentage point";
const POINTS = inBoth({ru: "п.\u00a0п.", en: "percentage points"});

/** With the decimals of the more precise value: 101,75 less 101,25 is +0,50. A fraction as long as a double's has those of the shown values. */
export function differenceText(later: number, earlier: number, language: Language): string {
  const exact = difference(later, earlier);
  const change = fewDigits(exact) === exact ? exact : withShownDecimals(exact, later, earlier);
  const text = signedText(change, language);
  const decimals = change === exact ? (differenceDecimals(later, earlier) ?? 0) : 0;
  return text + missingDecimals(text, decimals <= MOST_DECIMALS ? decimals : 0, language);
}

/** Unchanged if it would become 0. */
function withShownDecimals(change: number, later: number, earlier: number): number {
  const shown = Number(change.toFixed(differenceDecimals(fewDigits(later), fewDigits(earlier)) ?? 0));
  return shown === 0 ? change : shown;
}
