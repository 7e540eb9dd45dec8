// The outcome of a load run: published, held, or nothing new.
import {dayText} from "../statistics/time/day.ts";
import type {ReleaseOfDataset} from "../store/releases/release.ts";
import type {RunCheck} from "../store/releases/run-details.ts";
import type {Loss} from "./gather/losses.ts";

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
  /** Rows set aside (--skip-bad-rows), or left out of a held run that a person accepted. */
  readonly skippedRows: number;
  /** Values and series that the release lacks, or would lack if it is published. */
  readonly losses: readonly Loss[];
  /** The run that its checks hold; null: it is not held. */
  readonly held: {readonly run: string; readonly checks: readonly RunCheck[]} | null;
  /** Of a catalogue: the number of its indicators and of the datasets whose words changed; absent for a release. */
  readonly listing?: {readonly indicators: number; readonly datasets: number};
}

/** @param result what differs from "nothing new" */
export function loadOutcome(
  {provider, dataset, publishedAt}: Pick<ReleaseOfDataset, "provider" | "dataset" | "publishedAt">,
  result: Partial<LoadOutcome> = {},
): LoadOutcome {
  return {
    provider,
    dataset,
    publishedAt: dayText(publishedAt),
    changed: false,
    newValues: 0,
    revisedValues: 0,
    series: 0,
    values: 0,
    skippedRows: 0,
    losses: [],
    held: null,
    ...result,
  };
}
