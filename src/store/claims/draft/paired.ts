// The subject of one of two numbers that stand in the order of two names: "buckwheat and chicken: 0.5 % and 0.6 %".
//
// The names must be two subjects that the search finds each by itself and not together: "food and drinks" is the name of one class.
import {codeIn} from "../claim-phrases.ts";
import {isLoose} from "./loose-words.ts";
import type {Portion} from "./portions.ts";
import {isTelling, type Subject, type SubjectFinder} from "./subject.ts";

/** null: the number is none of such a pair. */
export async function pairedSubject(
  portions: readonly Portion[],
  at: number,
  finder: SubjectFinder,
): Promise<Subject | null> {
  const first = isPair(portions, at) ? at : at > 0 && isPair(portions, at - 1) ? at - 1 : null;
  if (first === null) return null;
  for (let index = first; index >= 0; index--) {
    const {figure, clause} = portions[index]!;
    if (index < first && figure !== null) return null;
    const [run, ...others] = clause.runs.filter(isTelling);
    if (run === undefined || run.words.every((_, word) => isLoose(run.words, word))) continue;
    const middle = run.words.findIndex((word) => codeIn("pair-and", word) !== null);
    const names = [run.words.slice(0, middle), run.words.slice(middle + 1)];
    if (others.length > 0 || middle < 1 || names.some((name) => name.length === 0)) return null;
    if ((await finder.find(run.words)) !== null) return null;
    const [one, other] = await Promise.all(names.map((name) => finder.find(name)));
    return one == null || other == null ? null : at === first ? one : other;
  }
  return null;
}

/** Whether the number here and the next one are joined by "and", with no name of its own for the second. */
function isPair(portions: readonly Portion[], at: number): boolean {
  const [one, other] = portions.slice(at, at + 2);
  if (one === undefined || other === undefined || one.figure?.kind !== "value" || other.figure?.kind !== "value")
    return false;
  const {words, runs, territories} = other.clause;
  const isFree = !runs.some(isTelling) && territories.length === 0;
  return isFree && one.position === one.clause.words.length && codeIn("pair-and", words[0]) !== null;
}
