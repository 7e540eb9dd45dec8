// The differences of two answers, each with its place: "status", "header etag", "body items.3.value".
//
// Bodies with the same content in different bytes differ too: in the place "bytes of the body". An error instead of an answer, or an answer
// instead of an error, is one difference of the whole body.
import {type KeptAnswer, readBody} from "./kept-answer.ts";

/** The place of a difference between bodies with the same content. */
export const OTHER_BYTES = "bytes of the body";

export interface Difference {
  readonly place: string;
  /** undefined: absent before */
  readonly was: unknown;
  /** undefined: absent now */
  readonly is: unknown;
}

export function listDifferences(was: KeptAnswer, is: KeptAnswer): Difference[] {
  const differences: Difference[] = [];
  if (was.status !== is.status) differences.push({place: "status", was: was.status, is: is.status});
  for (const name of new Set([...Object.keys(was.headers), ...Object.keys(is.headers)])) {
    const [before, now] = [was.headers[name], is.headers[name]];
    if (before !== now) differences.push({place: `header ${name}`, was: before, is: now});
  }
  if (was.body === is.body) return differences;
  const [before, now] = [readBody(was), readBody(is)];
  if (was.status < 400 !== is.status < 400) return [...differences, {place: "body", was: before, is: now}];
  const inBodies = [...differencesWithin("body", before, now)];
  if (inBodies.length === 0) return [...differences, {place: OTHER_BYTES, was: was.body, is: is.body}];
  return [...differences, ...inBodies];
}

function* differencesWithin(place: string, was: unknown, is: unknown): Generator<Difference> {
  if (Object.is(was, is)) return;
  if (!isBranch(was) || !isBranch(is) || Array.isArray(was) !== Array.isArray(is)) {
    yield {place, was, is};
    return;
  }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    yield* differencesWithin(place === "body" ? `body ${name}` : `${place}.${name}`, was[name], is[name]);
  }
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** One line for a person; long values are cut. */
export function differenceText({place, was, is}: Difference): string {
  const short = (value: unknown): string => {
    const text = value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
    return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
  };
  return `${place}: was ${short(was)}, is ${short(is)}`;
}
