// The state of a dataset as its source gives it beside the changes: its releases, its weeks and what lists say of it; and the check of that [pull.*].
import {Refusal} from "../../service/refusal.ts";
import type {DatedListing} from "../../statistics/release/release.ts";
import {type Day, dayText, type PeriodOrdinal, parseDay} from "../../statistics/time/day.ts";
import {parseWeek} from "../../statistics/time/week.ts";
import type {ReleaseCopy, StatedRelease} from "../../store/copies/release-copy.ts";
import type {RunCopy} from "../../store/copies/run-copy.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import {parseMetadata} from "../../store/datasets/metadata-json.ts";

export interface MirrorState {
  /** Of the files that have this state. */
  readonly version: string;
  /** The load run that made it. */
  readonly run: RunCopy;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
  /** null: copies were asked for. */
  readonly proof: string | null;
  readonly listed: readonly DatedListing[];
  /** The numbers of the weeks that occur, by their days. */
  readonly weeks: ReadonlyMap<Day, PeriodOrdinal>;
  readonly releases: readonly StatedRelease[];
  readonly copies: readonly ReleaseCopy[];
}

/** What columns of whole numbers take on both engines. */
export const MOST_NUMBER = 2 ** 31 - 1;

/** An object of an answer whose fields are not known to be right. */
export type AnswerFields = Readonly<Record<string, unknown>>;

const optionalText = nullOr(textOf);

/** @param given the answer of the service about the dataset. Throws Refusal if it is none */
export function parseState(given: unknown, address: DatasetAddress): MirrorState {
  const state = fieldsOf(given);
  const run = parseRun(state["run"], address);
  if (run.id !== textOf(state, "changed_by")) throw noState("run");
  const parsed = {
    ...{version: textOf(state, "version"), run, changedAt: momentOf(state, "changed_at")},
    proof: optionalText(state, "proof"),
    listed: listOf(state, "listed").map(parseListing),
    weeks: new Map(listOf(state, "weeks").map(parseNumberedWeek)),
    releases: listOf(state, "releases").map((one) => ({
      ...{id: numberOf(one, "id"), loadRun: textOf(one, "load_run"), newValues: wholeOf(one, "new_values")},
      ...{revisedValues: wholeOf(one, "revised_values"), withdrawnValues: wholeOf(one, "withdrawn_values")},
    })),
    copies: listOf(state, "copies").map((one) => parseCopy(one, address)),
  };
  const {releases} = parsed;
  if (!areDistinct(releases, ({id}) => id) || !areDistinct(releases, ({loadRun}) => loadRun)) throw noState("releases");
  return parsed;
}

function areDistinct<T>(list: readonly T[], nameOf: (one: T) => unknown): boolean {
  return new Set(list.map(nameOf)).size === list.length;
}

/** Throws Refusal unless they are copies of releases of the state, each once: also where the copies came in several answers. */
export function refuseOtherCopies({releases}: MirrorState, copies: readonly ReleaseCopy[]): void {
  const runOf = new Map(releases.map(({id, loadRun}) => [id, loadRun]));
  const areThose = copies.every(({id, run}) => runOf.get(id) === run.id);
  const areOnce =
    areDistinct(copies, ({id}) => id) &&
    areDistinct(copies, ({published_at: day, sequence}) => `${day} ${sequence}`) &&
    areDistinct(copies, ({published_at: day, fingerprint}) => `${day} ${fingerprint}`);
  if (!areThose || !areOnce) throw noState("copies");
}

function parseListing(one: AnswerFields): DatedListing {
  const {topics, excluded} = one;
  return {
    ...{code: textOf(one, "code"), name: optionalText(one, "name"), agency: optionalText(one, "agency")},
    topics: Array.isArray(topics) ? (topics as string[][]) : null,
    excluded: typeof excluded === "boolean" ? excluded : null,
    day: dayOf(one, "day"),
  };
}

function parseNumberedWeek(one: AnswerFields): [Day, PeriodOrdinal] {
  const ordinal = parseWeek(textOf(one, "week"));
  if (ordinal === null) throw noState("week");
  return [dayOf(one, "day"), ordinal];
}

function parseCopy(one: AnswerFields, address: DatasetAddress): ReleaseCopy {
  const {missing} = one;
  if (!Array.isArray(missing) || !missing.every(isPair) || !areDistinct(missing, ([key]) => key))
    throw noState("missing");
  const copy = {
    ...{id: numberOf(one, "id"), published_at: textOf(one, "published_at"), sequence: numberOf(one, "sequence")},
    ...{fingerprint: hashOf(one, "fingerprint"), content: hashOf(one, "content"), parser: textOf(one, "parser")},
    ...{source_file: optionalText(one, "source_file"), source_url: optionalText(one, "source_url")},
    ...{hints: textOf(one, "hints"), loaded_at: momentOf(one, "loaded_at"), metadata: textOf(one, "metadata")},
    ...{value_count: wholeOf(one, "value_count"), run: parseRun(one["run"], address), missing},
    files: listOf(one, "files").map((file) => ({
      ...{name: textOf(file, "name"), sha256: hashOf(file, "sha256"), size: wholeOf(file, "size")},
    })),
  };
  const {provider, dataset, publishedAt} = parsed("metadata", () => parseMetadata(copy.metadata));
  parsed("hints", () => JSON.parse(copy.hints));
  const isOwn = provider === address.provider && dataset === address.dataset;
  if (!isOwn || publishedAt !== dayOf(one, "published_at") || copy.id === 0) throw noState("metadata");
  return copy;
}

function isPair(given: unknown): boolean {
  return Array.isArray(given) && given.length === 2 && given.every((part) => typeof part === "string");
}

function parseRun(given: unknown, {provider, dataset}: DatasetAddress): RunCopy {
  const run = fieldsOf(given);
  const {release_id: releaseId} = run;
  return {
    ...{id: textOf(run, "id"), provider_code: provider, dataset_code: dataset},
    ...{dataset_name: textOf(run, "dataset_name"), kind: textOf(run, "kind"), day: dayText(dayOf(run, "day"))},
    ...{loaded_at: momentOf(run, "loaded_at"), published_at: optionalText(run, "published_at")},
    ...{release_id: releaseId === null ? null : numberOf(run, "release_id"), new_values: wholeOf(run, "new_values")},
    ...{revised_values: wholeOf(run, "revised_values"), latest_period: optionalText(run, "latest_period")},
  };
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw noState(what);
  }
}

function fieldsOf(given: unknown): AnswerFields {
  if (typeof given !== "object" || given === null) throw noState("form");
  return given as AnswerFields;
}

function listOf(fields: AnswerFields, name: string): AnswerFields[] {
  const list = fields[name];
  if (!Array.isArray(list)) throw noState(name);
  return list.map(fieldsOf);
}

function textOf(fields: AnswerFields, name: string): string {
  const text = fields[name];
  if (typeof text !== "string" || text.includes("\0")) throw noState(name);
  return text;
}

/** Reads a field that may be null. @param read reads any other, with the faults of its file */
export function nullOr<T>(
  read: (fields: AnswerFields, name: string) => T,
): (fields: AnswerFields, name: string) => T | null {
  return (fields, name) => (fields[name] === null ? null : read(fields, name));
}

function hashOf(fields: AnswerFields, name: string): string {
  const text = textOf(fields, name);
  if (!/^[0-9a-f]{64}$/.test(text)) throw noState(name);
  return text;
}

function wholeOf(fields: AnswerFields, name: string): number {
  const number = fields[name];
  if (!Number.isSafeInteger(number) || (number as number) < 0) throw noState(name);
  return number as number;
}

function numberOf(fields: AnswerFields, name: string): number {
  const number = wholeOf(fields, name);
  if (number > MOST_NUMBER) throw noState(name);
  return number;
}

/** A moment as the store writes it: names of versions are made of it. */
function momentOf(fields: AnswerFields, name: string): string {
  const text = textOf(fields, name);
  const at = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString() !== text) throw noState(name);
  return text;
}

function dayOf(fields: AnswerFields, name: string): Day {
  const day = parseDay(textOf(fields, name));
  if (day === null) throw noState(name);
  return day;
}

function noState(what: string): Refusal {
  return new Refusal(
    `the service gave a state of the dataset that this program does not know: ${what} is missing or another one`,
    "bring this program to the version of the service",
  );
}
