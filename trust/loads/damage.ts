// Ways to damage a file of a release, as transports, programs and hands do. None of them can give a value that is true, so what is
// published of the damaged file must have the values of the whole one.
//
// Left out is what no reader can see: a digit that was changed into another one in a file without checksums.
import {damagesOfPackage} from "./damaged-package.ts";
import {damagesOfTable} from "./damaged-table.ts";
import {type Damager, indexIn, oddNumber, replaced, replacedMatch} from "./damager.ts";

export interface Damage {
  readonly kind: string;
  readonly bytes: Uint8Array;
  /** What is left looks whole. */
  readonly looksWhole?: boolean;
}

/** The shape of a file decides how it may be damaged. */
function damagersOf(name: string, bytes: Buffer): Readonly<Record<string, Damager>> {
  if (bytes.subarray(0, 2).toString() === "PK") return {...ANY, ...BLOCKS, ...damagesOfPackage(name)};
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return {...ANY, ...SECTORS};
  if (/\.(csv|tsv|txt)$/i.test(name)) return {...ANY, ...TEXT, ...damagesOfTable(bytes)};
  return {...ANY, ...TEXT, ...(/\.json$/i.test(name) ? JSON_TEXT : XML)};
}

/** @param open a text that looks whole at every line's end */
export async function damage(name: string, bytes: Buffer, open: boolean, random: () => number): Promise<Damage> {
  const damagers = Object.entries(damagersOf(name, bytes));
  for (;;) {
    const [kind, damager] = damagers[Math.floor(random() * damagers.length)]!;
    const damaged = await damager(bytes, random);
    if (damaged === null || Buffer.compare(damaged, bytes) === 0) continue;
    const isCut = open && kind.startsWith("cut") && damaged.at(-1) === LF;
    return {kind, bytes: damaged, looksWhole: isCut || (kind === "odd number" && saysMissing(bytes, damaged))};
  }
}

/** In SDMX "NaN" is not odd: it is the sign of a missing value. */
function saysMissing(bytes: Buffer, damaged: Uint8Array): boolean {
  const isSdmx = /^DATAFLOW|^STRUCTURE|SDMX/i.test(bytes.subarray(0, 2000).toString("latin1"));
  return isSdmx && !bytes.includes("NaN") && Buffer.from(damaged).includes("NaN");
}

const LF = 10;
const MOST_BLOCK = 600;

function block(bytes: Buffer, random: () => number): readonly [number, number] {
  const from = indexIn(bytes.length, random);
  return [from, Math.min(bytes.length, from + 1 + indexIn(MOST_BLOCK, random))];
}

const ANY: Readonly<Record<string, Damager>> = {
  cut: (bytes, random) => bytes.subarray(0, 1 + indexIn(bytes.length - 1, random)),
  zeroed(bytes, random) {
    const [from, to] = block(bytes, random);
    return Buffer.from(bytes).fill(0, from, to);
  },
  emptied: () => new Uint8Array(),
};

const BLOCKS: Readonly<Record<string, Damager>> = {
  "bit flipped"(bytes, random) {
    const damaged = Buffer.from(bytes);
    damaged[indexIn(bytes.length, random)]! ^= 1 << indexIn(8, random);
    return damaged;
  },
  "block lost": (bytes, random) => replaced(bytes, ...block(bytes, random), ""),
  "block twice"(bytes, random) {
    const [from, to] = block(bytes, random);
    return replaced(bytes, to, to, bytes.subarray(from, to));
  },
};

/** A compound file without checksums: whole sectors are lost, repeated or exchanged, and its lists of sectors are damaged. */
const SECTOR = 512;
const SECTORS: Readonly<Record<string, Damager>> = {
  "sector lost"(bytes, random) {
    const from = SECTOR * indexIn(Math.floor(bytes.length / SECTOR), random);
    return replaced(bytes, from, from + SECTOR, "");
  },
  "sector twice"(bytes, random) {
    const from = SECTOR * indexIn(Math.floor(bytes.length / SECTOR), random);
    return replaced(bytes, from, from, bytes.subarray(from, from + SECTOR));
  },
  "block twice": BLOCKS["block twice"]!,
  "header damaged"(bytes, random) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt32LE(Math.floor(random() * 2 ** 32), 24 + 4 * indexIn(122, random));
    return damaged;
  },
};

const TEXT: Readonly<Record<string, Damager>> = {
  "control character": (bytes, random) => {
    const at = indexIn(bytes.length, random);
    return replaced(bytes, at, at, String.fromCharCode(indexIn(9, random)));
  },
  "high bit": (bytes, random) => {
    const damaged = Buffer.from(bytes);
    const at = indexIn(bytes.length, random);
    // In the midst of a letter of two bytes another letter would come of it.
    if (damaged[at]! >= 0x80 || damaged[at + 1]! >= 0x80) return null;
    damaged[at]! |= 0x80;
    return damaged;
  },
  "byte order mark": (bytes) => replaced(bytes, 0, 0, "\ufeff"),
};

const XML: Readonly<Record<string, Damager>> = {
  "tag lost": (bytes, random) => replacedMatch(bytes, random, /<\/?[A-Za-z][^>]*(?<!\/)>/g, () => ""),
  "end tag lost": (bytes, random) => replacedMatch(bytes, random, /<\/[A-Za-z][^>]*>/g, () => ""),
  "odd number": (bytes, random) =>
    replacedMatch(bytes, random, />\d+[.,]\d+</g, () => `>${oddNumber(random)}<`) ??
    replacedMatch(bytes, random, /(?<=ObsValue value=")[^"]*/g, () => oddNumber(random)),
  "entity declared": (bytes) => {
    const at = bytes.indexOf("?>") + 2;
    return at < 2 ? null : replaced(bytes, at, at, '<!DOCTYPE a [<!ENTITY b "1">]>');
  },
};

const JSON_TEXT: Readonly<Record<string, Damager>> = {
  "bracket lost": (bytes, random) => replacedMatch(bytes, random, /[[\]{}"]/g, () => ""),
  "member twice": (bytes, random) =>
    replacedMatch(bytes, random, /"obs_val":[-\d.]+/g, ([all]) => `${all},"obs_val":77.7`),
  "odd number": (bytes, random) => replacedMatch(bytes, random, /(?<="obs_val":)[-\d.]+/g, () => oddNumber(random)),
};
