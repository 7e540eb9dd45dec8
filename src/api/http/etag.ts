// The entity tag of an answer: made of everything that the body depends on, and of nothing else.
//
// It is weak: the same state in another content coding is the same answer. The data's version in it is the random id of a load
// run, never a counter, so that a restored backup cannot give an old tag to new data.
import {hash} from "node:crypto";

/** `W/"…"` over parts that are already in normal form: requests that mean the same must bring the same parts. */
export function weakEtag(parts: readonly (string | number | boolean | null)[]): string {
  return `W/"${hash("sha256", JSON.stringify(parts), "base64url").slice(0, 27)}"`;
}

/** Whether an If-None-Match header holds the tag: one or a list, weak or strong. `*` is not judged here. */
export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = etag.slice(2);
  for (const [, tag] of ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)) if (tag === opaque) return true;
  return false;
}

/** Whether the client holds the answer with this tag, for answers that are made before the tag is known: `*` counts here. */
export function holdsAnswer(ifNoneMatch: string | undefined, etag: string): boolean {
  return namesEtag(ifNoneMatch, etag) || namesAnyAnswer(ifNoneMatch);
}

/** Whether any answer at all is already held by the client; true only where there is an answer, so it is judged last. */
export function namesAnyAnswer(ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.trim() === "*";
}
