// The tokens of texts between blanks, numbered. Names of a dataset share nearly all of their tokens, so a token is found by its index in a
// text, and no text is made for it.

export interface Tokens {
  readonly list: readonly string[];
  /** Adds the numbers of the tokens of a text to `numbers`, also of the empty ones between two blanks. */
  read(text: string, numbers: {push(number: number): number}): void;
}

export function createTokens(): Tokens {
  const list: string[] = [];
  const hashes: number[] = [];
  /** By hash: the number of a token plus one; 0: none. At least half are 0. */
  let table = new Uint32Array(2048);
  // the units of the text, which are read in half the time that its characters take, and in the other half those of the text before
  let half = 1024;
  let units = new Uint16Array(2 * half);
  let room = Buffer.from(units.buffer);
  let base = 0;
  let kept = new Uint16Array(8192);
  const storedFrom = [0];
  // sorted names begin alike: the tokens that a text has in common with the one before are not read again
  const last = {length: 0, count: 0, numbers: [] as number[], ends: [] as number[]};

  function numberAt(from: number, to: number, hash: number): number {
    let slot = hash & (table.length - 1);
    for (; table[slot] !== 0; slot = (slot + 1) & (table.length - 1)) {
      const number = table[slot]! - 1;
      if (hashes[number] === hash && isAt(number, from, to)) return number;
    }
    table[slot] = list.push(room.toString("utf16le", 2 * from, 2 * to));
    hashes.push(hash);
    const end = storedFrom.at(-1)!;
    if (end + to - from > kept.length) {
      const longer = new Uint16Array(2 * (end + to - from));
      longer.set(kept);
      kept = longer;
    }
    kept.set(units.subarray(from, to), end);
    storedFrom.push(end + to - from);
    if (2 * list.length >= table.length) grow();
    return list.length - 1;
  }

  function isAt(number: number, from: number, to: number): boolean {
    const start = storedFrom[number]!;
    const length = to - from;
    if (storedFrom[number + 1]! - start !== length) return false;
    for (let at = 0; at < length; at++) if (kept[start + at] !== units[from + at]) return false;
    return true;
  }

  function grow(): void {
    table = new Uint32Array(2 * table.length);
    for (let number = 0; number < hashes.length; number++) {
      let slot = hashes[number]! & (table.length - 1);
      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
      table[slot] = number + 1;
    }
  }

  function read(text: string, numbers: {push(number: number): number}): void {
    const {length} = text;
    let before = base;
    base = half - base;
    if (length > half) {
      half = 2 * length;
      units = new Uint16Array(2 * half);
      room = Buffer.from(units.buffer);
      before = base = 0;
      last.length = last.count = 0;
    }
    room.write(text, 2 * base, "utf16le");
    let same = 0;
    const most = Math.min(length, last.length);
    while (same < most && units[base + same] === units[before + same]) same++;
    let known = 0;
    while (known < last.count && last.ends[known]! < same) numbers.push(last.numbers[known++]!);
    let from = known === 0 ? 0 : last.ends[known - 1]! + 1;
    for (let at = from, hash = FIRST_HASH; at <= length; at++) {
      const unit = at === length ? BLANK : units[base + at]!;
      if (unit !== BLANK) {
        hash = Math.imul(hash ^ unit, HASH_FACTOR);
        continue;
      }
      const number = numberAt(base + from, base + at, hash ^ (hash >>> 15));
      numbers.push(number);
      last.numbers[known] = number;
      last.ends[known++] = at;
      from = at + 1;
      hash = FIRST_HASH;
    }
    last.length = length;
    last.count = known;
  }

  return {list, read};
}

const BLANK = 0x20;
const FIRST_HASH = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;
