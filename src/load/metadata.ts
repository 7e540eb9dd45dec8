// The metadata of a release as a parser builds it, and the hints of the command: they complete the facts of a file, never override them.
import {Refusal} from "../service/refusal.ts";
import type {IndicatorLabel, Methodology, ReleaseMetadata} from "../statistics/release/release.ts";
import {dayText, parseDay, type StatedDay} from "../statistics/time/day.ts";
import type {LoadHints} from "./source.ts";

/** For files that state nothing more about their release: a parser adds the facts that it finds. */
export const PLAIN_METADATA: Omit<ReleaseMetadata, "provider" | "dataset" | "name" | "publishedAt"> = {
  frequency: null,
  revised: true,
  archival: false,
  nextRelease: null,
  sourceFile: null,
  sourceUrl: null,
  indicators: null,
  classes: null,
  units: null,
  territories: null,
  methodology: null,
  notes: null,
  related: null,
  continuity: null,
  weeks: null,
};

export const PLAIN_METHODOLOGY: Methodology = {coverage: null, exclusions: null, classifier: null, text: null};

export function indicatorLabel(code: string, label: string, concept: string | null = null): IndicatorLabel {
  return {code, label, concept, description: null, synonyms: []};
}

/** A file that does not say when it was published: a person has to. */
export class UndatedRelease extends Refusal {}

/** A file says another day of publication than the one that was given. */
export class OtherDay extends Refusal {}

/** The day of --published; null: not given. @throws Refusal when it is not a day */
export function hintedDay({publishedAt}: LoadHints): StatedDay | null {
  const day = publishedAt === null ? null : parseDay(publishedAt);
  if (publishedAt !== null && day === null)
    throw new Refusal(`--published ${publishedAt} is not a day`, "write YYYY-MM-DD");
  return day;
}

/**
 * The day of publication of a file that may state it.
 * @param missing the message if neither the file nor the command gives the day
 * @throws Refusal also if the two give different days
 */
export function statedDay(file: string, stated: StatedDay | null, hints: LoadHints, missing: string): StatedDay {
  const hinted = hintedDay(hints);
  const day = stated ?? hinted;
  if (day === null) throw new UndatedRelease(missing, "give the day with --published YYYY-MM-DD");
  if (hinted === null || hinted === day) return day;
  throw new OtherDay(
    `${file} says that it was published on ${dayText(day)}, but --published is ${dayText(hinted)}`,
    "leave out --published: the day in the file is used",
  );
}

/**
 * The day of publication of a file that never states it: without --published the last day of its newest period, because it can't be older
 * than its last figure. A rate of the Bank of Russia is set on the working day before it is valid, so this day is at most a long weekend
 * late, and never early.
 * @param lastDay null: the file has no period. @throws Refusal if there is no day at all
 */
export function publicationDay(file: string, lastDay: StatedDay | null, hints: LoadHints): StatedDay {
  const day = hintedDay(hints) ?? lastDay;
  if (day !== null) return day;
  throw new UndatedRelease(`${file} does not say when it was published`, "give the day with --published YYYY-MM-DD");
}

/** The dataset of --dataset without its provider; null: not given. */
export function hintedDataset(provider: string, {dataset}: LoadHints): string | null {
  return dataset?.startsWith(`${provider}/`) ? dataset.slice(provider.length + 1) : dataset;
}

/** @throws Refusal if the command names another dataset than the file */
export function refuseOtherName(file: string, provider: string, own: string, hints: LoadHints): void {
  const [hintedProvider, code] = [hints.provider ?? provider, hintedDataset(provider, hints) ?? own];
  if (hintedProvider === provider && code === own) return;
  throw new Refusal(
    `${file} is dataset ${provider}/${own}, not ${hintedProvider}/${code}`,
    "leave out --provider and --dataset: the file or its descriptor names the dataset",
  );
}

/** Why the text can't be the code of a provider or a dataset; null: it can. */
export function datasetCodeProblem(code: string): string | null {
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(code)) return `must be 1 to 64 of A-Z a-z 0-9 _ . -, not ${JSON.stringify(code)}`;
  return code === "all" || /^\.+$/.test(code) ? `must not be ${JSON.stringify(code)}` : null;
}

/** Why the text can't be the address of a source; null: it can. */
export function addressProblem(url: string): string | null {
  return URL.canParse(url) && /^(https?|ftp):/i.test(url) ? null : "must be an http, https or ftp address";
}
