// From text to words, the same way for what is indexed and for what is asked: lower case, `ё` as `е`, every dash a hyphen.
//
// A chunk is what stands between blanks. It is kept beside its words because codes hold points and hyphens (`01.1.1`, `RU-77`),
// and so do compounds (`хлебо-булочные`), which people also write as one word.

export interface Chunk {
  /** Without the punctuation around it; what a code is compared with. */
  readonly whole: string;
  readonly words: readonly string[];
  /** The words written together, where hyphens part them; else null. */
  readonly joined: string | null;
  /** It ends in a point that may stand for the rest of a word: `обл.`, `потр.` */
  readonly isCutShort: boolean;
}

/** Longer words are cut: nobody's title holds one, and what is typed has no bound. */
export const MAX_WORD = 64;

export function readChunks(text: string): Chunk[] {
  return foldText(text)
    .split(/\s+/u)
    .flatMap((piece) => readChunk(piece) ?? []);
}

/** The words of a text, one by one; a compound gives its parts and itself. */
export function wordsOf(text: string): string[] {
  return readChunks(text).flatMap(({words, joined}) => (joined === null ? words : [...words, joined]));
}

/** As `wordsOf`, but of a compound only the parts. */
export function plainWordsOf(text: string): string[] {
  return readChunks(text).flatMap(({words}) => words);
}

/** Letters as they are compared. */
export function foldText(text: string): string {
  return text
    .replaceAll("№", " ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’ʼ`´]/gu, "")
    .replaceAll("ё", "е")
    .replace(/\p{Pd}|−/gu, "-");
}

function readChunk(piece: string): Chunk | null {
  const found = piece.match(WORD)?.map((word) => word.slice(0, MAX_WORD));
  if (found === undefined) return null;
  const whole = piece.replace(OUTER, "");
  // `з/п`, `ж/д`, `т.ч.`: single letters that make one word together
  const isInitials = found.length > 1 && found.every((word) => word.length === 1 && !/\p{N}/u.test(word));
  const words = isInitials ? [found.join("").slice(0, MAX_WORD)] : found;
  const isCompound = words.length > 1 && /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u.test(whole);
  return {
    whole: whole.slice(0, MAX_WORD * 4),
    words,
    joined: isCompound ? words.join("").slice(0, MAX_WORD) : null,
    isCutShort: /[\p{L}]\.[^\p{L}\p{N}]*$/u.test(piece) && words.length === 1,
  };
}

const WORD = /[\p{L}\p{N}]+/gu;
const OUTER = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
