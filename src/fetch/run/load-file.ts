// The load of a file that was fetched: as `ryad load` does it, with a day of publication if the file does not say its own.
//
// A file of another dataset, one that is older than the last one, and one whose content is published already end before anything of them is
// stored: each may be whole and readable, and would be wrong.
import {OtherDay, UndatedRelease} from "../../load/metadata.ts";
import {type LoadOutcome, loadOutcome} from "../../load/publish-files.ts";
import {releasesIn} from "../../load/releases-in-path.ts";
import {loadPath, PLAIN_EFFECTS} from "../../load/run.ts";
import {Refusal} from "../../service/refusal.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayText, parseDay} from "../../statistics/time/day.ts";
import type {FetchAttempt, PublishedFrom} from "../../store/fetches/attempt.ts";
import type {Store} from "../../store/open.ts";
import {type ReleaseOutlook, readReleaseOutlook} from "../../store/overview/dataset-overview.ts";
import {contentDigest} from "../judge/content-digest.ts";
import {KnownContent, readPublishedContent, refuseKnown} from "../judge/published-content.ts";
import {dayIn, isOfOneFile} from "../sources/due.ts";
import type {FetchSource} from "../sources/source.ts";
import type {FetchOptions} from "./open-visit.ts";

export interface LoadedFile {
  readonly outcomes: readonly LoadOutcome[];
  readonly publishedAtFrom: PublishedFrom;
}

interface FileToLoad {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its content digest. */
  readonly content: string;
  /** Path of the descriptor; null: none. */
  readonly descriptor: string | null;
  /** Its bytes are published already: then no other day is tried. */
  readonly isPublished: boolean;
  /** The last attempt of the source that was published or held; null: none. */
  readonly last: FetchAttempt | null;
  /** Of content that is published already. */
  readonly known: {
    /** A person wants it to be loaded all the same. */
    readonly isAgain: boolean;
    readonly isReadAnew: boolean;
  };
  /** When the source was found unchanged last, ISO 8601; null: never. */
  readonly lookedAt: string | null;
}

/** @throws Refusal as loadPath does, KnownContent if the dataset of a single file has this content */
export async function loadFile(options: FetchOptions, source: FetchSource, file: FileToLoad): Promise<LoadedFile> {
  const paths = await releasesIn(file.path, file.descriptor !== null);
  const outcomes: LoadOutcome[] = [];
  let publishedAtFrom: PublishedFrom = "file";
  for (const path of paths) {
    const published = file.known.isAgain ? [] : await readPublishedContent(options.store, await contentOf(file, path));
    // Several releases in one file are beside each other.
    const isOfOne = isOfOneFile(source) && paths.length === 1;
    const known = {published, isOfOneFile: isOfOne, isReadAnew: file.known.isReadAnew};
    const judge = ({publishedAt, ...names}: ReadNames): void => {
      if (isOfOneFile(source)) refuseUnwanted({...names, day: dayText(publishedAt)}, file.last);
      refuseKnown(names, known);
    };
    try {
      const {outcome, from} = await loadDated(options, source, {...file, path}, judge);
      // Bytes that are published already are not read again, so nothing was judged.
      const {changed, held, publishedAt, ...names} = outcome;
      if (!changed && held === null) judge({...names, publishedAt: parseDay(publishedAt)!});
      outcomes.push(outcome);
      publishedAtFrom = from ?? publishedAtFrom;
    } catch (error) {
      if (!(error instanceof KnownContent) || paths.length === 1) throw error;
      outcomes.push(loadOutcome(error.release));
    }
  }
  return {outcomes, publishedAtFrom};
}

async function contentOf(file: FileToLoad, path: string): Promise<string> {
  return path === file.path ? file.content : await contentDigest(path);
}

/** By the first day that is to be had. @returns from: null: the file's own */
async function loadDated(
  options: FetchOptions,
  source: FetchSource,
  file: FileToLoad,
  judge: (names: ReadNames) => void,
): Promise<{readonly outcome: LoadOutcome; readonly from: PublishedFrom | null}> {
  const {as} = source;
  const hints = {
    provider: as?.provider ?? null,
    dataset: as?.dataset ?? null,
    ...(as?.territory === undefined ? {} : {territory: as.territory}),
  };
  const {now, onProgress} = options;
  const effects = {...PLAIN_EFFECTS, now, onProgress, descriptor: file.descriptor, judge};
  const load = (publishedAt: string | null) => loadPath(options.store, file.path, {...hints, publishedAt}, effects);
  const modified = file.isPublished ? null : modifiedDay(options, source, file.headers);
  if (modified !== null)
    try {
      const outcome = await load(modified);
      // A package says its own day, whatever is given.
      return {outcome, from: outcome.publishedAt === modified ? "last-modified" : null};
    } catch (error) {
      if (!(error instanceof OtherDay)) throw error;
    }
  try {
    return {outcome: await load(null), from: null};
  } catch (error) {
    if (!(error instanceof UndatedRelease)) throw error;
    const {day, from} = await outerDay(options, source, file);
    return {outcome: await load(day), from};
  }
}

type ReadNames = Pick<ReleaseMetadata, "provider" | "dataset" | "publishedAt" | "partial">;

function refuseUnwanted(
  {provider, dataset, day}: {readonly provider: string; readonly dataset: string; readonly day: string},
  last: FetchAttempt | null,
): void {
  if (last === null || last.dataset === null || last.publishedAt === null) return;
  const [name, known] = [`${provider}/${dataset}`, `${last.provider}/${last.dataset}`];
  if (name !== known)
    throw new Refusal(
      `the file is of ${name}, and this source gave ${known} until now`,
      "look whether the publisher has exchanged its files; if it is meant, give the source another id",
    );
  if (day < last.publishedAt)
    throw new Refusal(
      `the file was published on ${day}, before the last one of this source (${last.publishedAt})`,
      "the publisher has put an older file back; if you want it all the same, load it by hand: ryad load ADDRESS",
    );
}

/**
 * The day of Last-Modified in the zone of the source, YYYY-MM-DD; null: there is none, or it is to come. It is tried before the file's own
 * day, which a parser may only take from the newest figure; a file that states its day refuses another one.
 */
function modifiedDay({now}: FetchOptions, {when}: FetchSource, headers: FileToLoad["headers"]): string | null {
  const zone = when?.zone ?? "UTC";
  const modified = Date.parse(headers["last-modified"] ?? "");
  const day = Number.isNaN(modified) ? null : dayIn(zone, new Date(modified));
  return day !== null && day <= dayIn(zone, now()) ? day : null;
}

/**
 * The day of a file that nobody dates: announced, else of the fetch; an estimate is no day of publication. An announced day before the last
 * look, which found the file of before, is not the one on which this file came.
 */
async function outerDay(
  {store, now}: FetchOptions,
  source: FetchSource,
  {last, lookedAt}: FileToLoad,
): Promise<{readonly day: string; readonly from: PublishedFrom}> {
  const zone = source.when?.zone ?? "UTC";
  const today = dayIn(zone, now());
  const seen = lookedAt === null ? "" : dayIn(zone, new Date(lookedAt));
  const announced = (await readSourceOutlook(store, source, last))?.announced.map(({day}) => dayText(day)) ?? [];
  const day = announced.findLast((one) => one <= today);
  if (day !== undefined && day > (last?.publishedAt ?? "") && day >= seen) return {day, from: "calendar"};
  return {day: today, from: "fetch"};
}

/** What is known of the next release of the source's dataset; null: nobody knows its dataset. @param last attempt that was published or held */
export async function readSourceOutlook(
  store: Store,
  {as}: FetchSource,
  last: FetchAttempt | null,
): Promise<ReleaseOutlook | null> {
  const [provider, dataset] = [as?.provider ?? last?.provider ?? null, as?.dataset ?? last?.dataset ?? null];
  if (provider === null || dataset === null) return null;
  return await store.statistics.read((q) => readReleaseOutlook(q, {provider, dataset}));
}
