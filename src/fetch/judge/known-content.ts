// What the earlier attempts of a source say about a content: it is new, it is the one that counts, or it is older than that one.
import type {FetchAttempt} from "../../store/fetches/attempt.ts";

export type ContentStanding =
  | {readonly is: "new"}
  /** `interrupted`: its run was killed, so the store has to be looked at. */
  | {readonly is: "unchanged" | "held" | "older" | "interrupted"; readonly attempt: FetchAttempt};

/**
 * @param attempts of the source, the newest first
 * @param isOfOneFile each file replaces the one before; false: the files of a source are beside each other, and none is older
 */
export function standingOf(
  attempts: readonly FetchAttempt[],
  {content, reading}: Pick<FetchAttempt, "content" | "reading">,
  isOfOneFile: boolean,
): ContentStanding {
  const read = attempts.filter((attempt) => attempt.reading === reading && attempt.content !== null);
  const finished = read.filter(({outcome}) => outcome === "loaded" || outcome === "unchanged");
  const same = finished.find((attempt) => attempt.content === content);
  if (same !== undefined && (!isOfOneFile || finished[0]!.content === content)) return {is: "unchanged", attempt: same};
  const held = read.find((attempt) => attempt.content === content && attempt.outcome === "held");
  if (held !== undefined) return {is: "held", attempt: held};
  if (same !== undefined) return {is: "older", attempt: same};
  const interrupted = read.find((attempt) => attempt.content === content && attempt.outcome === null);
  return interrupted === undefined ? {is: "new"} : {is: "interrupted", attempt: interrupted};
}

/** Headers of a conditional request, from the last attempt of the address that has the content that counts; none: everything is wanted. */
export function conditionsFor(
  attempts: readonly FetchAttempt[],
  address: string,
  reading: string,
): Record<string, string> {
  const last = attempts.find((attempt) => attempt.content !== null && attempt.outcome !== "refused");
  if (last === undefined || last.address !== address || last.reading !== reading) return {};
  if (last.outcome !== "loaded" && last.outcome !== "unchanged") return {};
  const {etag, "last-modified": modified} = last.headers;
  return {
    ...(etag === undefined ? {} : {"if-none-match": etag}),
    ...(modified === undefined ? {} : {"if-modified-since": modified}),
  };
}
