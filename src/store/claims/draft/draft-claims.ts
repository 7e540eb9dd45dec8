// The claims of a text: every figure whose clause, or the clauses before it, name a series. Each becomes the words of a claim, as a reader
// would write them for one number.
//
// A clause says only what differs from the one before: "retail sales rose by 2 %, those of food by 3 %". So subject, period and change are
// taken from the nearest clause that has them. Numbers without a subject are left out: they count people in a room.
import type {Pace} from "../../../work/pace.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {baseOf, periodOf, splitBase} from "./claim-time.ts";
import type {Clause, ToldPhrase} from "./clause.ts";
import {type Span, sentencesOf} from "./draft-words.ts";
import type {DraftFigure} from "./figures.ts";
import {type Portion, portionsOf} from "./portions.ts";
import {isTelling, joinedSubject, type Subject, type SubjectFinder, subjectIn} from "./subject.ts";

export interface StatedClaim {
  readonly figure: DraftFigure;
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
  /** The last sentence without a figure. The series that it names are searched only if the next sentence has a figure. */
  let silent: {readonly portions: readonly Portion[]; readonly sentence: number} | null = null;
  let index = 0;
  for (const sentence of sentencesOf(text)) {
    const portions = portionsOf(text.slice(sentence.start, sentence.end), isEnglish);
    const hasFigure = portions.some(({figure}) => figure !== null);
    if (!hasFigure) silent = {portions, sentence: index};
    else if (silent !== null && index - silent.sentence <= MOST_SENTENCES) {
      const named = await namedIn(silent.portions, finder);
      if (named !== null) said = {...named, sentence: silent.sentence};
      silent = null;
    }
    const isNear = (at: number): boolean => index - at <= MOST_SENTENCES;
    const before: Said | null = said !== null && isNear(said.sentence) ? said : null;
    const earlier = period !== null && isNear(period.sentence) ? period.period : null;
    const found = claimsOfSentence(sentence, portions, finder, before, earlier);
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
  portions: readonly Portion[],
  finder: SubjectFinder,
  before: Said | null,
  earlier: ClaimPeriod | null,
): AsyncGenerator<StatedClaim, After> {
  /** What the portion at a position said; undefined: it has no claim. */
  const told = new Map<number, Said>();
  let said: Said | null = null;
  let period = earlier;
  for (const [at, portion] of portions.entries()) {
    const {figure} = portion;
    const {clause, compared} = splitBase(portion);
    const own = periodOf(clause, period) ?? (figure === null ? null : (trailing(portions, at)?.period ?? null));
    const known = own ?? period;
    // "a year earlier" is said of one number alone
    if (clause.back === null) period = known;
    if (figure === null) continue;
    const found = await subjectOf(portions, at, finder, told, before);
    if (found === null) continue;
    const {subject, from} = found;
    const base = compared === null ? [] : baseOf(compared, known);
    const phrases = [...phrasesOf(portions, at, told), ...(base ?? [])];
    const isOfPeriod = own !== null || (clause.part === null && clause.back === null);
    const isOpen =
      figure.kind !== "value" ||
      clause.isOfUnclearTime ||
      !isOfPeriod ||
      base === null ||
      isOfOtherUnit(portion, subject) ||
      isOtherKind(portions, at, subject);
    const one: Said = {
      subject,
      phrases,
      names: new Set([...(before?.names ?? []), ...portions.slice(0, at + 1).flatMap(({clause}) => [...clause.names])]),
    };
    told.set(at, one);
    said = one;
    yield {
      figure: inText(figure, sentence),
      sentence,
      words: [
        ...subject.words,
        ...phrases.flatMap(({words}) => words),
        ...(portion.by === null ? [] : [portion.by]),
      ].join(" "),
      period: known,
      isDoubtful: subject.isDoubtful,
      isOpen,
      isCarried: from !== "own",
    };
  }
  return {said, period: period === earlier ? null : period};
}

/** What a sentence without figures speaks of: "Now to the key rate." */
async function namedIn(portions: readonly Portion[], finder: SubjectFinder): Promise<Said | null> {
  for (const {clause} of portions) {
    const subject = await subjectIn(finder, clause.runs, clause.words.length);
    if (subject !== null) return {subject, phrases: [], names: clause.names};
  }
  return null;
}

function inText(figure: DraftFigure, {start}: Span): DraftFigure {
  const {start: first, numberEnd, end} = figure;
  return {...figure, start: start + first, numberEnd: start + numberEnd, end: start + end};
}

/** "92 billion dollars", where no list has the dollar: a word right behind a multiplier that is not of the subject. */
function isOfOtherUnit({figure, clause, position}: Portion, subject: Subject): boolean {
  if (figure?.unit?.plain !== null) return false;
  const behind = clause.runs.find(({at}) => at === position);
  return behind !== undefined && !subject.words.includes(behind.words[0]!);
}

/** A forecast, or a mean of what a series gives by itself. The clauses without a figure before it count too. */
function isOtherKind(portions: readonly Portion[], at: number, subject: Subject): boolean {
  let first = at;
  while (first > 0 && portions[first - 1]!.figure === null) first--;
  const words = portions.slice(first, at + 1).flatMap(({clause}) => clause.words);
  const has = (list: string, some: readonly string[]): boolean => some.some((word) => codeIn(list, word) !== null);
  return has("foreseen", words) || (has("mean", words) && has("averaged", subject.words));
}

/** The clause right behind a figure, if it only tells its time or its base: ", month on month". */
function trailing(portions: readonly Portion[], at: number): Clause | null {
  const next = portions[at + 1];
  if (next === undefined || next.figure !== null || next.clause.runs.some(isTelling)) return null;
  return next.clause;
}

async function subjectOf(
  portions: readonly Portion[],
  at: number,
  finder: SubjectFinder,
  told: ReadonlyMap<number, Said>,
  before: Said | null,
): Promise<{subject: Subject; from: "own" | "carried"} | null> {
  const {clause, position} = portions[at]!;
  const earlier = [...told].filter(([index]) => index < at).at(-1)?.[1] ?? before;
  const own = await subjectIn(finder, clause.runs, position);
  if (own !== null) {
    const joined = earlier === null ? null : await joinedSubject(finder, earlier.subject, own, earlier.names);
    return {subject: joined ?? own, from: "own"};
  }
  let isUnknown = clause.runs.some(isTelling);
  for (let index = at - 1; index >= 0 && !isUnknown; index--) {
    const said = told.get(index);
    if (said !== undefined) return {subject: said.subject, from: "carried"};
    if (portions[index]!.figure !== null) break;
    const {runs, words} = portions[index]!.clause;
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
function phrasesOf(portions: readonly Portion[], at: number, told: ReadonlyMap<number, Said>): readonly ToldPhrase[] {
  const {clause, by} = portions[at]!;
  const behind = trailing(portions, at);
  const phrases = [...clause.phrases, ...(behind?.phrases ?? []).filter((one) => !isChange(one))];
  if (behind !== null && behind.ago !== null) phrases.push(behind.ago);
  let index = at - 1;
  const isBy = by !== null && codeIn("by", by) !== null;
  for (; index >= 0 && portions[index]!.figure === null; index--)
    phrases.unshift(...portions[index]!.clause.phrases.filter((one) => isBy || !isChange(one)));
  const said = told.get(index);
  if (said === undefined || !isBy || phrases.some(isChange)) return phrases;
  const isBased = phrases.length > 0;
  return [...phrases, ...said.phrases.filter((one) => isChange(one) || !isBased)];
}
