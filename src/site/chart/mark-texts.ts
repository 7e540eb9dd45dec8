// The marks of an axis in words: each with as many decimals as the one that needs most, so that none reads as less exact.
import {decimalsIn, missingDecimals} from "../words/decimal-places.ts";
import type {Language} from "../words/language.ts";
import {numberText} from "../words/wording.ts";

export function markTexts(ticks: readonly number[], language: Language): string[] {
  const texts = ticks.map((tick) => numberText(tick, language));
  const most = Math.max(0, ...texts.map((text) => decimalsIn(text, language) ?? 0));
  return texts.map((text) => text + missingDecimals(text, most, language));
}
