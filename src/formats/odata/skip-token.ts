// The opaque $skiptoken of a next link: the row after which the next page begins, sealed together with its request.
//
// The seal is not a secret: a client that forges one moves only its own cursor. Because of it, a token that was altered, or used in another
// request, is refused instead of giving a wrong page.
import {hash} from "node:crypto";

export interface SkipCursor {
  /** Key of the last series that was sent or skipped. */
  readonly key: string;
  /** Number of the last period sent; null: the series is complete. */
  readonly ordinal: number | null;
  /** Rows of `$top` still to send; null without $top. */
  readonly left: number | null;
  /** Result of `$count=true` on the first page. */
  readonly count: number | null;
  /** State of the data on which the order depends; null if no load can change the order. */
  readonly state: string | null;
}

const SEAL_LENGTH = 16;

/** `binding`: the meaning of the request, as the same text for all of its pages. */
export function writeSkipToken({key, ordinal, left, count, state}: SkipCursor, binding: string): string {
  const text = JSON.stringify([key, ordinal, left, count, state]);
  return Buffer.from(text).toString("base64url") + seal(text, binding);
}

/** null for a token of another request. */
export function readSkipToken(token: string, binding: string): SkipCursor | null {
  const text = Buffer.from(token.slice(0, -SEAL_LENGTH), "base64url").toString();
  if (token !== Buffer.from(text).toString("base64url") + seal(text, binding)) return null;
  // Anyone can forge the seal, so the contents are checked too.
  const [key, ordinal, left, count, state] = parseList(text);
  if (!isText(key) || !isNumber(ordinal) || !isNumber(left) || !isNumber(count)) return null;
  return state === null || isText(state) ? {key, ordinal, left, count, state} : null;
}

function parseList(json: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

function seal(text: string, binding: string): string {
  return hash("sha256", `${binding}\n${text}`, "base64url").slice(0, SEAL_LENGTH);
}
