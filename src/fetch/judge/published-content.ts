// What releases say about a content, also those that a person loaded: it is published already, or it is older than what is published.
//
// Attempts know only what their source fetched. A file that states no day would get a day of publication by its headers or by the clock, and
// a content of years ago would be published as the newest one.
import {presentParser} from "../../load/sources/sources.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Store} from "../../store/open.ts";
import {findReleasesByContent, listBareReleases, type SameContent} from "../../store/releases/release.ts";

interface PublishedContent extends SameContent {
  /** No release of its dataset is newer. */
  readonly isNewest: boolean;
  /** YYYY-MM-DD of the newest release of its dataset. */
  readonly newestDay: string;
}

/** The releases with this content, in order of (day, sequence). @param content 64 hexadecimal digits, as contentOfFiles gives it */
export function readPublishedContent(store: Store, content: string): Promise<PublishedContent[]> {
  return store.statistics.read(function* (q) {
    const found: PublishedContent[] = [];
    for (const release of yield* findReleasesByContent(q, content)) {
      const newest = (yield* listBareReleases(q, release.datasetId)).at(-1)!;
      found.push({...release, isNewest: newest.id === release.id, newestDay: dayText(newest.publishedAt)});
    }
    return found;
  });
}

/** Thrown once a file is read whose content its dataset has: nothing of it is stored. */
export class KnownContent extends Error {
  override readonly name = "KnownContent";
  readonly release: PublishedContent;
  readonly outcome: "unchanged" | "refused";

  constructor(release: PublishedContent, outcome: "unchanged" | "refused") {
    const day = dayText(release.publishedAt);
    super(
      outcome === "unchanged"
        ? `the content is that of the release of ${day}`
        : `the publisher has put back the content of the release of ${day}, which is older than the last one (${release.newestDay}); if it is meant as a correction, load it by hand: ryad load ADDRESS --published DAY`,
    );
    this.release = release;
    this.outcome = outcome;
  }
}

export interface KnownContentOptions {
  readonly published: readonly PublishedContent[];
  /** Each file of the source replaces the one before. */
  readonly isOfOneFile: boolean;
  /** The source got this content when other names or another descriptor read it: it is read anew. */
  readonly isReadAnew: boolean;
}

/** A part of a dataset is older than none of the other parts. @throws KnownContent if the dataset of the file has its content */
export function refuseKnown(
  {provider, dataset, partial}: Pick<ReleaseMetadata, "provider" | "dataset" | "partial">,
  {published, isOfOneFile, isReadAnew}: KnownContentOptions,
): void {
  const own = published.filter((release) => release.provider === provider && release.dataset === dataset);
  const last = own.at(-1);
  if (last === undefined) return;
  if (last.isNewest && isReadAnew) return;
  const isPart = partial === true || presentParser(last.parser)?.isPartial === true;
  throw new KnownContent(last, last.isNewest || isPart || !isOfOneFile ? "unchanged" : "refused");
}
