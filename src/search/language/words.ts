// From text to words, in the same way for indexed texts and for questions: lower case, `ё` as `е`, every dash a hyphen.
//
// A part of a question is its text between two blanks. It is kept beside its words because codes have points and hyphens (`01.1.1`, `RU-77`),
// and so do compounds (`хлебо-булочные`), which people also write as one word.

export interface QueryPart {
  /** Without the punctuation around it. Codes are compared with this. */
  readonly whole: string;
  readonly words: readonly string[];
  /** The parts of a hyphenated compound written as one word; null for all else. */
  readonly joined: string | null;
  /** It ends with a point and may be an abbreviation: `обл.`, `потр.` */
  readonly isCutShort: boolean;
}

/** Longer words are cut. No title has one, but a question may. */
export const MAX_WORD = 64;

export function readQueryParts(text: string): QueryPart[] {
  return foldText(text)
    .split(/\s+/u)
    .flatMap((token) => readQueryPart(token) ?? []);
}

/** The words of a text. A compound gives its segments and itself. */
export function wordsOf(text: string): string[] {
  return readQueryParts(text).flatMap(({words, joined}) => (joined === null ? words : [...words, joined]));
}

/** Like `wordsOf`, but a compound gives only its segments. */
export function plainWordsOf(text: string): string[] {
  return readQueryParts(text).flatMap(({words}) => words);
}

/** The text in the form in which letters are compared. */
export function foldText(text: string): string {
  // nearly every name, several times as fast as the general way
  if (PLAIN_TEXT.test(text)) return text.toLowerCase().replaceAll("ё", "е").replace(/[–—]/g, "-").replace(/['`]/g, "");
  return text
    .replaceAll("№", " ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’ʼ`´]/gu, "")
    .replaceAll("ё", "е")
    .replace(/\p{Pd}|−/gu, "-");
}

const PLAIN_TEXT = /^[ -~«»–—А-Яа-яЁё]*$/;
const PLAIN_WORD = /^[a-zа-я]{1,64}$/;

function readQueryPart(token: string): QueryPart | null {
  if (PLAIN_WORD.test(token)) return {whole: token, words: [token], joined: null, isCutShort: false};
  const signs = PLAIN_TOKEN.test(token) ? PLAIN_SIGNS : anySigns();
  const raw = token.match(signs.word);
  if (raw === null) return null;
  const found = raw.map((word) => latinCode(word.slice(0, MAX_WORD)));
  // an expression for the signs at the end would look at each run of signs again and again
  const whole = token.slice(token.indexOf(raw[0]!), token.lastIndexOf(raw.at(-1)!) + raw.at(-1)!.length);
  // `з/п`, `ж/д`, `т.ч.`: single letters form one word
  const isInitials = found.length > 1 && found.every((word) => word.length === 1 && !signs.digit.test(word));
  const words = isInitials ? [found.join("").slice(0, MAX_WORD)] : found;
  const isCompound = words.length > 1 && signs.compound.test(whole);
  return {
    whole: whole.slice(0, MAX_WORD * 4),
    words,
    joined: isCompound ? words.join("").slice(0, MAX_WORD) : null,
    isCutShort: signs.cutShort.test(token) && words.length === 1,
  };
}

/** Expressions for the letters and digits of a folded token. */
interface Signs {
  readonly word: RegExp;
  readonly digit: RegExp;
  readonly compound: RegExp;
  readonly cutShort: RegExp;
}

/** Nearly every token. V8 makes an expression with all letters of Unicode in milliseconds, each process again. */
const PLAIN_TOKEN = /^[!-@[-~«»–—а-я]*$/;
const PLAIN_SIGNS: Signs = {
  word: /[a-zа-я\d]+/g,
  digit: /\d/,
  compound: /^[a-zа-я\d]+(?:-[a-zа-я\d]+)+$/,
  cutShort: /[a-zа-я]\.[^a-zа-я\d]*$/,
};

function anySigns(): Signs {
  return {
    word: /[\p{L}\p{N}]+/gu,
    digit: /\p{N}/u,
    compound: /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u,
    cutShort: /\p{L}\.[^\p{L}\p{N}]*$/u,
  };
}

/** Whether it is nothing but three letters or more. */
export function isMereWord(text: string): boolean {
  return PLAIN_MERE_WORD.test(text) || (!PLAIN_TOKEN.test(text) && /^\p{L}{3,}$/u.test(text));
}

/** Whether two letters follow each other. */
export function hasLetters(text: string): boolean {
  return PLAIN_LETTERS.test(text) || (!PLAIN_TOKEN.test(text) && /\p{L}{2}/u.test(text));
}

const PLAIN_MERE_WORD = /^[a-zа-я]{3,}$/;
const PLAIN_LETTERS = /[a-zа-я]{2}/;

/** Publishers write "М2" with a Russian letter and readers with a Latin one: a word of one such letter and digits has the Latin one. */
function latinCode(word: string): string {
  return ONE_LETTER_CODE.test(word) ? word.replace(/[авекмнорстхx]/g, (letter) => LATIN[letter] ?? letter) : word;
}

const ONE_LETTER_CODE = /^[авекмнорстх]\d+[хx]?$/;
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [..."авекмнорстх"].map((letter, at) => [letter, "abekmhopctx"[at]!]),
);

/**
 * Words without information about the wanted series. A question ignores them, unless it has no other words. Single Russian letters
 * are stop words (`в`, `с`, `г.`); single Latin letters and digits are codes.
 */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || (word.length === 1 && word >= "а" && word <= "я");
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "во на по из для ко от до за об обо ни ли же бы но или либо что чем как это этот эта при над под между через про " +
    "из-за сколько какой какая какое какие каков какова каково каковы какого какой-либо где когда почему кто кого куда чему чего чей чья чье " +
    "равен равна равно есть ли был была было были будет их его ее им ей мне нам нас тот та те том том-то так также " +
    "a an the of in on at for to and or by from with is are was were be what which how much many does do s тч"
  ).split(" "),
);
