// Releases that are expected next, over all datasets: announced by their publishers, else estimated from the rhythm of the last ones.
import type {Day} from "../../../statistics/time/day.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type Html, html} from "../../widgets/html.ts";
import {inBoth, type Language} from "../../words/language.ts";
import {shortDayWords} from "../../words/wording.ts";
import type {DatasetInOverview} from "./overview.ts";

export interface ExpectedRelease {
  readonly dataset: DatasetRecord;
  readonly day: Day;
  /** false: an estimate of ours. */
  readonly isAnnounced: boolean;
  /** Intervals that an estimate was taken from; 0 for what is announced. */
  readonly intervals: number;
}

const WORDS = inBoth({
  ru: {about: "около", estimate: "оценка по ритму выпусков", announced: "объявлено источником"},
  en: {about: "about", estimate: "estimated from past releases", announced: "announced by the source"},
});

/**
 * The nearest first. An announced day counts from today on. An estimate is shown until half an interval after its day, since it
 * is one; what is later than that has lost its rhythm.
 */
export function expectedReleases(overview: readonly DatasetInOverview[], today: Day): ExpectedRelease[] {
  return overview.flatMap((one) => expectedRelease(one, today) ?? []).sort((one, other) => one.day - other.day);
}

/** null: nothing lets one be expected. */
export function expectedRelease({dataset, rhythm}: DatasetInOverview, today: Day): ExpectedRelease | null {
  if (dataset.nextRelease !== null && dataset.nextRelease >= today)
    return {dataset, day: dataset.nextRelease, isAnnounced: true, intervals: 0};
  if (dataset.archival || rhythm === null || rhythm.expected + rhythm.interval / 2 < today) return null;
  return {dataset, day: rhythm.expected, isAnnounced: false, intervals: rhythm.intervals};
}

/** "15 дек. 2026" or "около 15 дек. 2026": an estimate is never written like an announcement. */
export function expectedDayWords({day, isAnnounced}: ExpectedRelease, language: Language): string {
  const text = shortDayWords(day, language);
  return isAnnounced ? text : `${WORDS[language].about} ${text}`;
}

export function basisOf({isAnnounced}: ExpectedRelease, language: Language): Html {
  const words = WORDS[language];
  return html`<span class="badge${isAnnounced && " fresh"}">${isAnnounced ? words.announced : words.estimate}</span>`;
}
