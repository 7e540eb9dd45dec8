// The claims of a text: every figure whose clause, or the clauses before it, name a series. Each becomes the words of a claim, as a reader
// would write them for one number.
//
// A clause says only what differs from the one before: "retail sales rose by 2 %, those of food by 3 %". So subject, period and change are
// taken from the nearest clause that has them. Numbers without a subject are left out: they count people in a room.
import type {Pace} from "../../../work/pace.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {type Clause, type PartOfYear, readClause, type ToldPhrase} from "./clause.ts";
import {clausesOf, type DraftWord, draftWords, type Span, sentencesOf} from "./draft-words.ts";
import {type Figure, figuresOf} from "./figures.ts";
import {isTelling, joinedSubject, type Subject, type SubjectFinder, subjectIn} from "./subject.ts";

export interface StatedClaim {
  readonly figure: Figure;
  /** The sentence that states it. */
  readonly sentence: Span;
  /** Of the claim, without number, unit and period. */
  readonly words: string;
  /** null: the text names none. */
  readonly period: ClaimPeriod | null;
  /** The words leave open what is meant, or words beside them are not understood: only three digits that agree are an answer. */
  readonly isDoubtful: boolean;
  /** It can't be compared: a range, points, a time that is no single period. */
  readonly isOpen: boolean;
  /** The subject stands in another clause. */
  readonly isCarried: boolean;
}

/** A clause, or the part of one that belongs to one figure. */
interface Piece {
  readonly figure: Figure | null;
  readonly clause: Clause;
  /** The place of the figure among its words. */
  readonly place: number;
  readonly by: string | null;
}

/** What an earlier clause said. */
interface Said {
  readonly subject: Subject;
  readonly phrases: readonly ToldPhrase[];
  /** Names of places up to here. */
  readonly names: ReadonlySet<string>;
}

/** A subject is carried over at most this many sentences. */
const MOST_SENTENCES = 2;

/** @param pace lets others in between two sentences */
export async function* claimsOf(
  text: string,
  isEnglish: boolean,
  finder: SubjectFinder,
  pace: Pace,
): AsyncGenerator<StatedClaim> {
  let said: (Said & {readonly sentence: number}) | null = null;
  let period: {readonly period: ClaimPeriod; readonly sentence: number} | null = null;
  let index = 0;
  for (const sentence of sentencesOf(text)) {
    const isNear = (at: number): boolean => index - at <= MOST_SENTENCES;
    const before: Said | null = said !== null && isNear(said.sentence) ? said : null;
    const earlier = period !== null && isNear(period.sentence) ? period.period : null;
    const pieces = piecesOf(text.slice(sentence.start, sentence.end), isEnglish);
    const found = claimsOfSentence(sentence, pieces, finder, before, earlier);
    for (let step = await found.next(); ; step = await found.next()) {
      if (step.done === true) {
        if (step.value.said !== null) said = {...step.value.said, sentence: index};
        if (step.value.period !== null) period = {period: step.value.period, sentence: index};
        break;
      }
      yield step.value;
    }
    index++;
    if (pace.isOver()) await pace.letOthersIn();
  }
}

interface After {
  readonly said: Said | null;
  readonly period: ClaimPeriod | null;
}

async function* claimsOfSentence(
  sentence: Span,
  pieces: readonly Piece[],
  finder: SubjectFinder,
  before: Said | null,
  earlier: ClaimPeriod | null,
): AsyncGenerator<StatedClaim, After> {
  /** What the piece at a place said; undefined: it has no claim. */
  const told = new Map<number, Said>();
  let said: Said | null = null;
  let period = earlier;
  for (const [at, piece] of pieces.entries()) {
    const {figure} = piece;
    const {clause, compared} = splitBase(piece);
    const own = periodOf(clause, period) ?? (figure === null ? null : (trailing(pieces, at)?.period ?? null));
    const known = own ?? period;
    // "a year earlier" is said of one number alone
    if (clause.back === null) period = known;
    if (figure === null) continue;
    const found = await subjectOf(pieces, at, finder, told, before);
    if (found === null) continue;
    const {subject, from} = found;
    const base = compared === null ? [] : baseOf(compared, known);
    const phrases = [...phrasesOf(pieces, at, told), ...(base ?? [])];
    const isOfPeriod = own !== null || (clause.part === null && clause.back === null);
    const isOpen = figure.kind !== "value" || clause.isOfUnclearTime || !isOfPeriod || base === null;
    const one: Said = {
      subject,
      phrases,
      names: new Set([...(before?.names ?? []), ...pieces.slice(0, at + 1).flatMap(({clause}) => [...clause.names])]),
    };
    told.set(at, one);
    said = one;
    yield {
      figure: inText(figure, sentence),
      sentence,
      words: [...subject.words, ...phrases.flatMap(({words}) => words), ...(piece.by === null ? [] : [piece.by])].join(
        " ",
      ),
      period: known,
      isDoubtful: subject.isDoubtful,
      isOpen,
      isCarried: from !== "own",
    };
  }
  if (pieces.every(({figure}) => figure === null)) said = await namedIn(pieces, finder);
  return {said, period: period === earlier ? null : period};
}

/** What a sentence without figures speaks of: "Now to the key rate." */
async function namedIn(pieces: readonly Piece[], finder: SubjectFinder): Promise<Said | null> {
  for (const {clause} of pieces) {
    const subject = await subjectIn(finder, clause.runs, clause.words.length);
    if (subject !== null) return {subject, phrases: [], names: clause.names};
  }
  return null;
}

function inText(figure: Figure, {start}: Span): Figure {
  const {start: first, numberEnd, end} = figure;
  return {...figure, start: start + first, numberEnd: start + numberEnd, end: start + end};
}

/** The period of a clause; `known` is that of the clauses before it, for "in October" and "a month earlier". */
function periodOf({period, part, back}: Clause, known: ClaimPeriod | null): ClaimPeriod | null {
  if (period !== null) return period;
  if (known === null) return null;
  if (part !== null) {
    const year = yearOf(known);
    return year === null
      ? null
      : {frequency: part.frequency, ordinal: year * (part.frequency === "M" ? 12 : 4) + part.number - 1};
  }
  if (back === null || known.frequency === "D") return null;
  const steps = back === known.frequency ? 1 : back === "A" ? {A: 1, Q: 4, M: 12}[known.frequency] : null;
  return steps === null ? null : {frequency: known.frequency, ordinal: known.ordinal - steps};
}

/** "By 2 % to January" and "105 % to January" compare with a period; "to January it fell to 5 %" tells that of the number. */
function splitBase({clause, place, by}: Piece): {clause: Clause; compared: ClaimPeriod | PartOfYear | null} {
  const {baseAt, period, part} = clause;
  const isBase = baseAt !== null && (baseAt >= place || (by !== null && codeIn("by", by) !== null));
  return isBase ? {clause: {...clause, period: null, part: null}, compared: period ?? part} : {clause, compared: null};
}

/** The phrase for the period with which a number is compared. null: no series compares so. */
function baseOf(base: ClaimPeriod | PartOfYear, own: ClaimPeriod | null): readonly ToldPhrase[] | null {
  const as = (meaning: string, ...words: string[]): ToldPhrase[] => [{meaning, words, at: 0}];
  if (own === null || own.frequency === "D") return null;
  const year = yearOf(own)!;
  const a = "number" in base ? null : base;
  const isDecember = a !== null && a.frequency === "M" && a.ordinal === (year - 1) * 12 + 11;
  if (own.frequency === "A")
    return isDecember
      ? as("dec", "dec", "dec")
      : a?.frequency === "A" && a.ordinal === year - 1
        ? as("yoy", "yoy")
        : null;
  const perYear = {Q: 4, M: 12}[own.frequency];
  if (base.frequency !== own.frequency) return null;
  const ordinal = a?.ordinal ?? year * perYear + (base as PartOfYear).number - 1;
  if (ordinal === own.ordinal - 1) return own.frequency === "M" ? as("mom", "mom") : as("qoq", "qoq");
  return ordinal === own.ordinal - perYear ? as("yoy", "yoy") : isDecember ? as("ytd", "ytd") : null;
}

function yearOf({frequency, ordinal}: ClaimPeriod): number | null {
  if (frequency === "D") return null;
  return Math.floor(ordinal / {A: 1, Q: 4, M: 12}[frequency]);
}

/** The clause right behind a figure, if it only tells its time or its base: ", month on month". */
function trailing(pieces: readonly Piece[], at: number): Clause | null {
  const next = pieces[at + 1];
  if (next === undefined || next.figure !== null || next.clause.runs.some(isTelling)) return null;
  return next.clause;
}

async function subjectOf(
  pieces: readonly Piece[],
  at: number,
  finder: SubjectFinder,
  told: ReadonlyMap<number, Said>,
  before: Said | null,
): Promise<{subject: Subject; from: "own" | "carried"} | null> {
  const {clause, place} = pieces[at]!;
  const earlier = [...told].filter(([index]) => index < at).at(-1)?.[1] ?? before;
  const own = await subjectIn(finder, clause.runs, place);
  if (own !== null) {
    const joined = earlier === null ? null : await joinedSubject(finder, earlier.subject, own, earlier.names);
    return {subject: joined ?? own, from: "own"};
  }
  let isUnknown = clause.runs.some(isTelling);
  for (let index = at - 1; index >= 0 && !isUnknown; index--) {
    const said = told.get(index);
    if (said !== undefined) return {subject: said.subject, from: "carried"};
    if (pieces[index]!.figure !== null) break;
    const {runs, words} = pieces[index]!.clause;
    const subject = await subjectIn(finder, runs, words.length);
    isUnknown = subject === null && runs.some(isTelling);
    if (subject === null) continue;
    const joined = earlier === null ? null : await joinedSubject(finder, earlier.subject, subject, earlier.names);
    return {subject: joined ?? subject, from: "own"};
  }
  if (earlier === null) return null;
  return {subject: {...earlier.subject, isDoubtful: earlier.subject.isDoubtful || isUnknown}, from: "carried"};
}

const CHANGES: readonly string[] = ["up", "down", "price", "shift"];

function isChange({meaning}: ToldPhrase): boolean {
  return CHANGES.includes(meaning.split(" ")[0]!);
}

/** The phrases of a figure: of its clause, of the clauses without a figure around it, and of the claim before if it only says "by". */
function phrasesOf(pieces: readonly Piece[], at: number, told: ReadonlyMap<number, Said>): readonly ToldPhrase[] {
  const {clause, by} = pieces[at]!;
  const behind = trailing(pieces, at);
  const phrases = [...clause.phrases, ...(behind?.phrases ?? []).filter((one) => !isChange(one))];
  if (behind !== null && behind.ago !== null) phrases.push(behind.ago);
  let index = at - 1;
  const isBy = by !== null && codeIn("by", by) !== null;
  for (; index >= 0 && pieces[index]!.figure === null; index--)
    phrases.unshift(...pieces[index]!.clause.phrases.filter((one) => isBy || !isChange(one)));
  const said = told.get(index);
  if (said === undefined || !isBy || phrases.some(isChange)) return phrases;
  const isBased = phrases.length > 0;
  return [...phrases, ...said.phrases.filter((one) => isChange(one) || !isBased)];
}

/** The pieces of a sentence: its clauses, and of a clause with several figures a part for each. Places count from its beginning. */
function piecesOf(sentence: string, isEnglish: boolean): Piece[] {
  const words = draftWords(sentence);
  const figures = figuresOf(sentence, words, isEnglish);
  const spans: Span[] = [];
  for (const clause of clausesOf(sentence, figures)) {
    const own = figures.filter(({start}) => start >= clause.start && start < clause.end);
    let {start} = clause;
    for (const [index, figure] of own.entries()) {
      const next = own[index + 1];
      const end = next === undefined ? clause.end : cutBetween(words, figure, next);
      spans.push({start, end});
      start = end;
    }
    if (own.length === 0) spans.push(clause);
  }
  return readPieces(spans, words, figures);
}

/** Where the words of one figure end and those of the next begin: at a preposition, else right behind it. */
function cutBetween(words: readonly DraftWord[], one: Figure, next: Figure): number {
  const between = words.filter(({start, end}) => start >= one.end && end <= next.start);
  const cut = between.findLast(({word}) => codeIn("cut", word) !== null);
  return cut === undefined || (codeIn("by", between.at(-1)?.word) !== null && cut !== between.at(-1))
    ? (between.find(({word}) => codeIn("cut", word) !== null)?.start ?? one.end)
    : cut.start;
}

function readPieces(spans: readonly Span[], words: readonly DraftWord[], figures: readonly Figure[]): Piece[] {
  return spans.map(({start, end}) => {
    const figure = figures.find((one) => one.start >= start && one.start < end) ?? null;
    const inside = words.filter(
      (word) =>
        word.start >= start &&
        word.end <= end &&
        (figure === null || word.end <= figure.start || word.start >= figure.end),
    );
    const place = figure === null ? inside.length : inside.filter((word) => word.end <= figure.start).length;
    return {figure, clause: readClause(inside), place, by: figure === null ? null : (byWord(inside, place) ?? null)};
  });
}

/** "by" or "to" right before a figure. */
function byWord(words: readonly DraftWord[], place: number): string | null {
  for (const {word} of words.slice(Math.max(0, place - 3), place).reverse())
    if (codeIn("by", word) !== null || codeIn("up-to", word) !== null) return word;
  return null;
}
