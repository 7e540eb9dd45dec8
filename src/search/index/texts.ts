// Names and codes by place, in little memory: the names of a dataset as numbers of pieces that they share, and its codes as bytes.
import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import {createPieces} from "./pieces.ts";
import {createBytes, takeNumber} from "./varint.ts";

/** Names as pieces (pieces.ts). Equal names are one. */
export interface SplitNames {
  readonly pieces: readonly string[];
  /** By place: the number of the name plus one; 0: none. */
  readonly nameAt: Uint32Array;
  /** The pieces of name k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

export interface PackedNames {
  readonly pieces: readonly string[];
  /** By place: where the name begins in `packed`, with the number of its pieces; 0: none. */
  readonly starts: Uint32Array;
  readonly packed: Uint8Array;
}

/** Names that are split in one step. */
const NAMES_AT_ONCE = 200;

export function* splitNames(names: Iterable<string | null>, size: number): Generator<undefined, SplitNames> {
  const pieces = createPieces();
  const known = new Map<string, number>();
  const nameAt = new Uint32Array(size);
  const starts = [0];
  const numbers: number[] = [];
  let place = -1;
  for (const name of names) {
    if (++place % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) yield;
    if (name === null) continue;
    let number = known.get(name);
    if (number === undefined) {
      number = known.size + 1;
      known.set(name, number);
      pieces.read(name, numbers);
      starts.push(numbers.length);
    }
    nameAt[place] = number;
  }
  return {pieces: pieces.list, nameAt, starts: Uint32Array.from(starts), numbers: Uint32Array.from(numbers)};
}

export function packNames({pieces, nameAt, starts, numbers}: SplitNames): PackedNames {
  const bytes = createBytes();
  bytes.put(0);
  const places = new Uint32Array(starts.length);
  for (let name = 0; name < starts.length - 1; name++) {
    places[name + 1] = bytes.length();
    bytes.put(starts[name + 1]! - starts[name]!);
    for (let at = starts[name]!; at < starts[name + 1]!; at++) bytes.put(numbers[at]!);
  }
  return {pieces, starts: nameAt.map((name) => places[name]!), packed: bytes.finish()};
}

export function openNames({pieces, starts, packed}: PackedNames): Texts {
  return textsOf(starts.length, (place) => {
    const cursor = {bytes: packed, at: starts[place]!};
    const count = takeNumber(cursor);
    if (count === 0) return null;
    let text = pieces[takeNumber(cursor)]!;
    for (let piece = 1; piece < count; piece++) text += ` ${pieces[takeNumber(cursor)]!}`;
    return text;
  });
}

/** Sorted codes; only the first may be null. */
export interface PackedCodes {
  readonly hasNull: boolean;
  /** The code at a place is `bytes[starts[place]]` to `bytes[starts[place + 1]]`. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

export function packCodes(codes: Texts): PackedCodes {
  const starts = new Uint32Array(codes.length + 1);
  const texts = [...codes].map((code) => code ?? "");
  for (const [place, text] of texts.entries()) starts[place + 1] = starts[place]! + Buffer.byteLength(text);
  return {hasNull: codes.at(0) === null, starts, bytes: Buffer.from(texts.join(""))};
}

export function openCodes({hasNull, starts, bytes}: PackedCodes): Texts {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return textsOf(starts.length - 1, (place) =>
    hasNull && place === 0 ? null : buffer.toString("utf8", starts[place]!, starts[place + 1]!),
  );
}

function textsOf(length: number, read: (place: number) => string | null): Texts {
  return {
    length,
    at: (place) => (place < length ? read(place) : undefined),
    *[Symbol.iterator]() {
      for (let place = 0; place < length; place++) yield read(place);
    },
  };
}
