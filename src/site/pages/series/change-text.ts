// How a value changed, in its own unit and in per cent: "+0,50 (+8,22 %)"; of a value that is per cent itself in points: "−0,30 п. п.".
import {relativeDifference} from "../../../statistics/difference.ts";
import {missingDecimals} from "../../words/decimal-places.ts";
import {inBoth, type Language} from "../../words/language.ts";
import {signedText} from "../../words/wording.ts";
import {differenceText} from "./difference-text.ts";

/** Of the per cent, whatever the values have: two changes stand beside each other. */
const DECIMALS = 2;

export function changeText(later: number, earlier: number, isShare: boolean, language: Language): string {
  const difference = differenceText(later, earlier, language);
  if (isShare)
    return `${difference}\u00a0${language === "en" && Math.abs(later - earlier) === 1 ? POINT : POINTS[language]}`;
  const share = relativeDifference(later, earlier);
  if (share === null) return difference;
  const text = signedText(share, language);
  return `${difference} (${text}${missingDecimals(text, DECIMALS, language)}${PER_CENT[language]})`;
}

const PER_CENT = inBoth({ru: "\u00a0%", en: "%"});
const POINT = "percentage\u00a0point";
const POINTS = inBoth({ru: "п.\u00a0п.", en: "percentage\u00a0points"});
