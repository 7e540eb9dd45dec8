// How every document of a segment matches a question, one document after another: the half of the plain search that reads postings.
//
// The weights are written here a second time on purpose.
import {FIELD, type Field, type PostingRanges} from "./index/postings.ts";
import type {TermChoice, WordQuery} from "./query/word-query.ts";

/** One document against a question. */
export interface Met {
  readonly covered: number;
  readonly strength: readonly number[];
  readonly head: number;
  readonly label: number;
}

/** Every document compared with the question, one by one. */
export function meetAll(read: (term: number) => PostingRanges, size: number, question: WordQuery): Met[] {
  const held = Array.from({length: size}, () => new Map<number, Field[]>());
  for (const term of question.terms) {
    const ranges = read(term);
    for (let range = 0; range < ranges.length; range += 3) {
      for (let document = ranges[range]!; document < ranges[range + 1]!; document++) {
        const fields = held[document]!.get(term) ?? [];
        held[document]!.set(term, [...fields, ranges[range + 2] as Field]);
      }
    }
  }
  return held.map((own) => meet(own, question));
}

function meet(held: ReadonlyMap<number, readonly Field[]>, question: WordQuery): Met {
  const {size, spans, terms, readsDescriptions} = question;
  const strength = new Array<number>(size).fill(0);
  let [covered, head, label] = [0, 0, 0];
  const hits = (choice: TermChoice): {field: Field; points: number}[] =>
    choice.flatMap(({term, quality}) =>
      (held.get(terms[term]!) ?? [])
        .filter((field) => field !== FIELD.description || readsDescriptions)
        .map((field) => ({field, points: STRENGTHS[quality]![field]!})),
    );
  for (const {mask, alternatives} of spans) {
    let [headOfSpan, labelOfSpan] = [0, 0];
    const credit = (points: number, inHead: number, inLabel: number): void => {
      covered |= mask;
      for (let word = 0; word < size; word++)
        if ((mask & (1 << word)) !== 0) strength[word] = Math.max(strength[word]!, points);
      headOfSpan = Math.max(headOfSpan, inHead);
      labelOfSpan = Math.max(labelOfSpan, inLabel);
    };
    for (const choices of alternatives) {
      if (choices.length === 1) {
        for (const {field, points} of hits(choices[0]!))
          credit(points, field === FIELD.head ? 1 : 0, field === FIELD.label ? 1 : 0);
        continue;
      }
      const firsts = choices.map((choice) => {
        const all = hits(choice);
        return all.find(({field}) => field === FIELD.head || field === FIELD.label) ?? all[0];
      });
      if (firsts.includes(undefined)) continue;
      const points = Math.min(...firsts.map((one) => one!.points));
      const among = (field: Field): number => firsts.filter((one) => one!.field === field).length;
      credit(points, among(FIELD.head), among(FIELD.label));
    }
    head += headOfSpan;
    label += labelOfSpan;
  }
  return {covered, strength, head, label};
}

/** The same as in WEIGHTS (word-query.ts), by quality and field. */
const STRENGTHS = [
  [100, 100, 100, 74, 80, 60, 50],
  [93, 93, 93, 71, 75, 56, 47],
  [72, 72, 72, 60, 56, 44, 38],
  [40, 40, 36, 34, 34, 24, 20],
];
