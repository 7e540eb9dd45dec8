// What all kinds of damage use: places chosen at random, texts put in place of others.

/** null: the file has no such place. */
export type Damager = (bytes: Buffer, random: () => number) => Uint8Array | null | Promise<Uint8Array | null>;

export function indexIn(length: number, random: () => number): number {
  return Math.floor(random() * length);
}

export function replaced(bytes: Buffer, from: number, to: number, by: string | Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(by as string), bytes.subarray(to)]);
}

/** Replaces one match of a pattern, chosen at random, in a text whose bytes are its characters. */
export function replacedMatch(
  bytes: Buffer,
  random: () => number,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string,
): Buffer | null {
  const matches = [...bytes.toString("latin1").matchAll(pattern)];
  if (matches.length === 0) return null;
  const match = matches[indexIn(matches.length, random)]!;
  const text = Buffer.from(by(match as RegExpExecArray), "latin1");
  return replaced(bytes, match.index, match.index + match[0].length, text);
}

/** Texts that are no value, whatever the reader. */
export const ODD_NUMBERS: readonly string[] = [
  "0x1F",
  "1e400",
  "-1e999",
  "12345678901234567890123",
  "9007199254740993",
  "Infinity",
  "NaN",
  "1.234.567,8",
  "1,2,3",
  "--5",
  "5-",
  "0b11",
  "1_000",
  "\u0661\u0662",
];

export function oddNumber(random: () => number): string {
  return Buffer.from(ODD_NUMBERS[indexIn(ODD_NUMBERS.length, random)]!).toString("latin1");
}
