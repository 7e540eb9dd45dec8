// The change from one value to another, with as many decimals as the more precise of the two: 101,75 less 101,25 is +0,50.
import {difference, differenceDecimals} from "../../../statistics/difference.ts";
import {missingDecimals} from "../../words/decimal-places.ts";
import type {Language} from "../../words/language.ts";
import {signedText} from "../../words/wording.ts";

export function differenceText(later: number, earlier: number, language: Language): string {
  const text = signedText(difference(later, earlier), language);
  return text + missingDecimals(text, differenceDecimals(later, earlier) ?? 0, language);
}
