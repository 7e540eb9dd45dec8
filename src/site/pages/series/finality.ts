// The sentence that says how final the values of a series are: "Revised in 7 of 19 periods, 6 times up" [finality.*].
//
// Its numbers are those of `finality` in the api: on a page of a past day only what was published by then counts.
import {FINALITY_PERIODS} from "../../../statistics/history/finality.ts";
import {ESTIMATES_AT_ONCE} from "../../../statistics/history/revisions.ts";
import type {Steps} from "../../../work/pace.ts";
import type {Language} from "../../words/language.ts";
import {countText, numberText} from "../../words/wording.ts";
import type {SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

/** Without a full stop; null: never revised, or too few periods for a sentence. Step by step: a daily series may have 60,000 revised periods. */
export function* finalityText(
  {revised, values}: Pick<SeriesView, "revised" | "values">,
  language: Language,
): Steps<string | null> {
  if (revised.length === 0 || values.length < FINALITY_PERIODS) return null;
  const words = SERIES_WORDS[language];
  let up = 0;
  for (let at = 0; at < revised.length; at += ESTIMATES_AT_ONCE) {
    for (const {difference} of revised.slice(at, at + ESTIMATES_AT_ONCE)) if (difference > 0) up++;
    yield;
  }
  const periods = `${numberText(revised.length, language)} ${words.of} ${countText(values.length, "ofPeriods", language)}`;
  return `${words.revisedIn} ${periods}, ${countText(up, "time", language)} ${words.up}`;
}
