// Any text against the text above it, which stands some distance before: what is equal becomes matches, what differs literals.
//
// A match is held back until it ends, so that it may run on through the text that follows.
import {addCode, addMatch} from "./code-buffer.ts";
import {FARTHEST_MATCH, LITERALS, SHORTEST_MATCH} from "./huffman-code.ts";

/** Equal bytes at the end of all that was given, not written yet: none or enough for a match. */
export interface HeldMatch {
  length: number;
  /** How far before the place reached the text above has its own. 0 where there is none. */
  distance: number;
}

export const held: HeldMatch = {length: 0, distance: 0};

/** A shorter match takes more bits than the digits that it stands for. */
const SHORTEST_WORTH = 5;

/**
 * Writes a text whose beginning stands at the held distance behind that of the text above. From then on the distance is that of
 * their ends.
 */
export function addAgainst(text: Uint8Array, above: Uint8Array): void {
  const longer = text.length - above.length;
  const equalEnd = longer === 0 ? 0 : countEqualEnd(text, above);
  const aligned = isInWindow(held.distance) ? Math.min(text.length - equalEnd, above.length) : 0;
  let run = 0;
  for (let at = 0; at < aligned; at++) {
    if (text[at] === above[at]) {
      run++;
    } else {
      endRun(text, at, run);
      run = 0;
      addCode(LITERALS[text[at]!]!);
    }
  }
  if (longer === 0 && aligned > 0) {
    holdEnd(held.length + run, text);
    return;
  }
  endRun(text, aligned, run);
  addLiterals(text, aligned, text.length - equalEnd);
  held.distance += longer;
  held.length = equalEnd;
}

/** Holds so many equal bytes, or writes them where they are too few for a match; the text ends with them then. */
export function holdEnd(length: number, text: Uint8Array): void {
  if (length < SHORTEST_MATCH) addLiterals(text, text.length - length, text.length);
  held.length = length < SHORTEST_MATCH ? 0 : length;
}

/** Writes what is held back. */
export function releaseHeld(): void {
  if (held.length > 0) addMatch(held.length, held.distance);
  held.length = 0;
}

export function addLiterals(text: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) addCode(LITERALS[text[at]!]!);
}

/** Ends a run of equal bytes before `at`, and with it what is held. */
function endRun(text: Uint8Array, at: number, run: number): void {
  if (held.length > 0 || run >= SHORTEST_WORTH) addMatch(held.length + run, held.distance);
  else addLiterals(text, at - run, at);
  held.length = 0;
}

/** 0 where they are not worth a match, or stand too far apart. */
function countEqualEnd(text: Uint8Array, above: Uint8Array): number {
  if (!isInWindow(held.distance + text.length - above.length)) return 0;
  const most = Math.min(text.length, above.length);
  let equal = 0;
  while (equal < most && text[text.length - 1 - equal] === above[above.length - 1 - equal]) equal++;
  return equal < SHORTEST_WORTH ? 0 : equal;
}

function isInWindow(distance: number): boolean {
  return distance > 0 && distance <= FARTHEST_MATCH;
}
