// The subject of a claim in a draft: the runs of a clause that name series, as the search finds them.
//
// All words of a run must be in the titles of one series. What is only a part of a run names another thing: it makes the claim doubtful, and
// a doubtful claim never agrees (verify-draft.ts). Verbs and adverbs that no title has are left out (loose-words.ts); an unknown noun or
// adjective never is.
import {isStopWord} from "../../search/language/words.ts";
import {codeIn, endsIn, isAdjective} from "../claim-phrases.ts";
import {readClaimWords} from "../claim-words.ts";
import type {Clause} from "./clause.ts";
import type {Run} from "./clause-words.ts";
import {isLoose} from "./loose-words.ts";
import type {Subject, SubjectFinder} from "./subject-finder.ts";

/** Whether a run has a word that tells one subject from another: "prices" or "the volume" alone have none. */
export function isTelling(run: Run): boolean {
  const known = TELLING.get(run);
  if (known !== undefined) return known;
  const {words} = run;
  const is = !words.every(isStopWord) && !readClaimWords(words.join(" "), null).isUnclear;
  TELLING.set(run, is);
  return is;
}

/** Asked several times of each run. */
const TELLING = new WeakMap<Run, boolean>();

export interface FoundSubject {
  /** null: the runs name no series. */
  readonly subject: Subject | null;
  /** Some of their words are not understood. */
  readonly isUnknown: boolean;
  /** One of these may be a subject of its own: no preposition stands before it. */
  readonly isRival: boolean;
  /** Loose words were left out. */
  readonly hasLoose: boolean;
  /** They name something of which no title has a word. */
  readonly isStrange: boolean;
}

/** The subject in the runs of a clause, the nearest to `position` first. */
export async function subjectIn(finder: SubjectFinder, clause: Clause, position: number): Promise<FoundSubject> {
  const found = await subjectNear(finder, clause, position);
  if (found.subject === null || clause.isOfOther !== true) return found;
  return {...found, subject: {...found.subject, isDoubtful: true, isRivalled: true}};
}

async function subjectNear(
  finder: SubjectFinder,
  {runs: all, breaks, actorAt}: Clause,
  position: number,
): Promise<FoundSubject> {
  const telling = all.filter((run) => isTelling(run) && !run.words.every((word) => endsIn("adverb-ending", word)));
  if (telling.length === 0) return NOTHING;
  const whole = await finder.find(all.flatMap(({words}) => words));
  if (whole !== null)
    return {...NOTHING, subject: {...whole, isPassing: telling.every((run) => isInPassing(run, position))}};
  const found = await Promise.all(telling.map((run) => segmentsOf(finder, run)));
  const parts = (await Promise.all(found.flat().map((run) => withoutPassing(finder, run)))).flat();
  const some = {...NOTHING, hasLoose: true};
  if (parts.length === 0) return some;
  const joined = await finder.find(parts.flatMap(({words}) => words));
  if (joined !== null) return {...some, subject: joined};
  const distance = ({at}: Run): number => (at < position ? position - at : at - position + FAR);
  const near = [...parts].sort((one, other) => distance(one) - distance(other));
  for (const run of near) {
    const own = await finder.find(run.words);
    const doubts = parts.flatMap((other) =>
      other === run ? [] : [doubtOf(other, run, {breaks, actorAt}, position, own?.isNamed === true)],
    );
    const isNarrowed = doubts.includes("named");
    const isDoubtful = isNarrowed || doubts.includes("loose");
    const isRivalled = doubts.includes("loose");
    // "The deficit was 1.4 % of GDP": what stands behind the number is not its subject
    if (own !== null && run.at >= position && (await isOfNoTitle(finder, parts[0]!, parts, position)))
      return {...some, isUnknown: true, isStrange: true, isRival: true};
    if (own !== null)
      return {
        ...some,
        subject: {...own, isDoubtful, isNarrowed, isRivalled, isPassing: isInPassing(run, position)},
        isUnknown: isDoubtful,
      };
  }
  for (const {words} of near) {
    for (let end = words.length - 1; end > 0; end--) {
      if (!isStopWord(words[end]!)) continue;
      const shorter = words.slice(0, end);
      const own = isTelling({words: shorter, at: 0}) ? await finder.find(shorter) : null;
      const isNarrowed = codeIn("narrowing", words[end]) !== null;
      if (own !== null)
        return {...some, subject: {...own, isDoubtful: true, isNarrowed, isRivalled: true}, isUnknown: true};
    }
  }
  // "fixed assets of organisations": a part of the name
  for (const {words} of near) {
    for (let length = words.length - 1; length > 1; length--) {
      const own = await finder.find(words.slice(0, length));
      if (own !== null && isTelling({words: words.slice(0, length), at: 0}))
        return {...some, subject: {...own, isDoubtful: true, isNarrowed: true, isRivalled: true}, isUnknown: true};
    }
  }
  // "youth unemployment": an English noun has before it what it is of
  for (const {words} of near.filter(({at, isFree}) => at < position && isFree === true)) {
    const isCompound = words.length > 1 && /[a-z]$/.test(words.at(-1)!) && !words.some(isStopWord);
    const head = isCompound && !isLoose(words, words.length - 1) ? await finder.find(words.slice(-1)) : null;
    if (head !== null && isTelling({words: words.slice(-1), at: 0}))
      return {...some, subject: {...head, isDoubtful: true, isNarrowed: true, isRivalled: true}, isUnknown: true};
  }
  const [first] = near;
  const isStrange = await isOfNoTitle(finder, first!, parts, position);
  return {...some, isUnknown: true, isStrange, isRival: parts.some(isRivalAt(position))};
}

/** In a circumstance, or right behind the number: "with a target of 4 %", "above the 4 % target". */
function isInPassing({isOblique, at}: Run, position: number): boolean {
  return isOblique === true || (at === position && position > 0);
}

function isRivalAt(position: number): (run: Run) => boolean {
  return ({at, preposition}) => at < position && (preposition === undefined || isFreeWord(preposition));
}

function isFreeWord(word: string): boolean {
  return codeIn("particle", word) !== null;
}

/**
 * What other words of the clause mean for the subject. In its own noun phrase they name another thing ("named"). As an actor or an object they
 * are a doubt ("loose"). A circumstance is none.
 * @param isWhole the subject is a whole title: then only what may act is a doubt
 */
function doubtOf(
  other: Run,
  subject: Run,
  {breaks, actorAt}: Pick<Clause, "breaks" | "actorAt">,
  position: number,
  isWhole: boolean,
): "named" | "loose" | "none" {
  if (other.isOblique === true) return "none";
  const [first, last] = other.at < subject.at ? [other, subject] : [subject, other];
  const isBroken = breaks.some((at) => at > first.at && at < last.at);
  const isNarrowing = codeIn("narrowing", other.preposition) !== null;
  // "the bank at its meeting raised the rate": how it was done, unless it is said for whom
  const isOfActor = isWhole && actorAt !== null && isBroken && actorAt < subject.at && other.at < subject.at;
  if (isNarrowing && isOfActor && codeIn("for-whom", other.preposition) === null) return "none";
  if (isNarrowing) return "named";
  if (other.at > subject.at) {
    const isAcross = subject.at < position && other.at >= position;
    if (!isBroken && !isAcross) return "named";
    if (other.at < position) return "loose";
    return other.at === position ? "named" : "none";
  }
  if (other.preposition !== undefined) return "none";
  if (!isBroken) return "named";
  return isWhole && other.isInner === true ? "none" : "loose";
}

const NOTHING: FoundSubject = {subject: null, isUnknown: false, hasLoose: false, isStrange: false, isRival: false};

/** The noun that the run is about is in no title: "deficit of the budget", where titles have budgets. An adjective alone is not it. */
async function isOfNoTitle(finder: SubjectFinder, run: Run, all: readonly Run[], position: number): Promise<boolean> {
  const {words} = run;
  if (run.isFree !== true || run.at >= position || all.some(({at}) => at < run.at)) return false;
  const end = words.findIndex((word, at) => at > 0 && isStopWord(word));
  const head = headOf(end === -1 ? words : words.slice(0, end));
  return head !== undefined && !isStopWord(head) && (await finder.find([head])) === null;
}

/** Russian adjectives stand before their noun and genitives behind it; an English noun has both before it. */
function headOf(words: readonly string[]): string | undefined {
  return /[a-z]$/.test(words.at(-1)!) ? words.at(-1) : (words.find((word) => !isAdjective(word)) ?? words[0]);
}

/** What stands behind a number is less probably its subject than what stands before it. */
const FAR = 100;

/** The parts of a run between loose words that no title has; a run that a title has whole is one part. */
async function segmentsOf(finder: SubjectFinder, run: Run): Promise<readonly Run[]> {
  const {words, at: first} = run;
  if ((await finder.find(words)) !== null) return [run];
  const segments: {words: string[]; at: number}[] = [];
  let open = false;
  for (const [at, word] of words.entries()) {
    if (isLoose(words, at) && (await finder.find([word])) === null) {
      open = false;
      continue;
    }
    if (open) segments.at(-1)!.words.push(word);
    else if (!isStopWord(word)) segments.push({words: [word], at: first + at});
    open = open || !isStopWord(word);
  }
  const isWhole = segments.length === 1 && segments[0]!.words.length === words.length;
  return segments
    .map(({words, at}) => ({
      words: withoutStops(words),
      at,
      isOblique: isWhole && run.isOblique === true,
      ...(at === first && run.preposition !== undefined && {preposition: run.preposition}),
      isFree: at === first && run.isFree === true,
      isInner: run.isInner === true,
    }))
    .filter(isTelling);
}

/** Without a run that no title has, if a small word makes it the circumstance of a verb, or foresees it (comparable.ts). */
async function withoutPassing(finder: SubjectFinder, run: Run): Promise<readonly Run[]> {
  const isForeseen = run.words.every((word) => codeIn("foreseen", word) !== null);
  const isPassing = run.isOblique === true || isForeseen;
  return isPassing && (await finder.find(run.words)) === null ? [] : [run];
}

function withoutStops(words: readonly string[]): readonly string[] {
  return words.slice(0, words.findLastIndex((word) => !isStopWord(word)) + 1);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((own) => other.has(own));
}

/**
 * What an earlier claim was about, with the words of this one: "retail sales", then "of food". null: they have nothing in common, or the
 * later words name a subject by themselves.
 */
export async function joinedSubject(
  finder: SubjectFinder,
  earlier: Subject,
  own: Subject,
  names: ReadonlySet<string>,
): Promise<Subject | null> {
  if (own.indicators.size < 2 || earlier.indicators.size > 1) return null;
  if (own.words.some((word) => codeIn("own-rate", word) !== null)) return null;
  if (earlier.root !== undefined) {
    const joined = await joinedSubject(finder, earlier.root, own, names);
    if (joined !== null) return joined;
  }
  const [subject = ""] = earlier.indicators;
  if (!own.indicators.has(subject)) return null;
  const kept = earlier.words.filter((word) => !names.has(word));
  const joined = await finder.find([...kept, ...own.words]);
  // "non-food sales", then "food": words that tell no other class are no part of the earlier subject
  return joined === null || isSame(joined.classes, earlier.classes)
    ? null
    : {...joined, isDoubtful: own.isDoubtful, root: earlier};
}
