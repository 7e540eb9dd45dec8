// What a load run came to, for whoever called it: published, held, or nothing new.
import {dayText} from "../statistics/time/day.ts";
import type {ReleaseOfDataset} from "../store/releases/release.ts";
import type {ReleaseCheck} from "./checks/release-check.ts";
import type {LoadHints} from "./source.ts";

export interface LoadOutcome {
  readonly changed: boolean;
  readonly provider: string;
  readonly dataset: string;
  /** YYYY-MM-DD */
  readonly publishedAt: string;
  readonly newValues: number;
  readonly revisedValues: number;
  readonly series: number;
  readonly values: number;
  /** rows set aside (--skip-bad-rows), or left out by a person who accepted the run without them */
  readonly skippedRows: number;
  /** the run that the checks hold; null: none does */
  readonly held: {readonly run: string; readonly checks: readonly ReleaseCheck[]} | null;
  /** a catalogue: how many indicators it lists, and how many datasets are called otherwise for it; absent: a release */
  readonly listing?: {readonly indicators: number; readonly datasets: number};
}

type Named = Pick<ReleaseOfDataset, "provider" | "dataset" | "publishedAt">;

export function nothingNew(release: Named): LoadOutcome {
  return {
    ...nameOf(release),
    changed: false,
    newValues: 0,
    revisedValues: 0,
    series: 0,
    values: 0,
    skippedRows: 0,
    held: null,
  };
}

export function heldOutcome(release: Named, held: LoadOutcome["held"]): LoadOutcome {
  return {...nothingNew(release), held};
}

export function publishedOutcome(
  release: Named,
  counts: Pick<LoadOutcome, "newValues" | "revisedValues" | "series" | "values" | "skippedRows">,
): LoadOutcome {
  return {...nothingNew(release), changed: true, ...counts};
}

export function listingOutcome(
  release: Named,
  changed: boolean,
  listing: NonNullable<LoadOutcome["listing"]>,
): LoadOutcome {
  return {...nothingNew(release), changed, listing};
}

/** The same bytes are the same release unless the command gives them another day or another name. */
export function saysTheSame(release: ReleaseOfDataset, hints: LoadHints): boolean {
  const sameDay = hints.publishedAt === null || hints.publishedAt === dayText(release.publishedAt);
  const sameName =
    (hints.provider ?? release.provider) === release.provider && (hints.dataset ?? release.dataset) === release.dataset;
  return sameDay && sameName;
}

function nameOf({provider, dataset, publishedAt}: Named) {
  return {provider, dataset, publishedAt: dayText(publishedAt)};
}
