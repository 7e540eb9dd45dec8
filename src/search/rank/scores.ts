// How well documents match: the points of a query, and those of the phrase that is being compared.
//
// Both are made once for all questions, and `begin` says where another starts. A document is given by its index in the list of one call.
import type {FieldWeight} from "../query/word-query.ts";

export interface Scores {
  /** Number of scored documents. */
  readonly count: number;
  /** Points of each word, 0 to 100: `points[word * count + index]`, where `index` is the document's index in the list. */
  readonly points: Uint8Array;
  /** Words of the head (class, concept, territory) and of the label that match: for each span the most that one alternative matches. */
  readonly headWords: Uint8Array;
  readonly labelWords: Uint8Array;
}

export class WordPoints {
  private count = 0;
  private capacity = 0;
  private points = new Uint8Array(0);
  private headWords = new Uint8Array(0);
  private labelWords = new Uint8Array(0);
  /** The most words of a name that one alternative of the current span matches. */
  private headOfSpan = new Uint8Array(0);
  private labelOfSpan = new Uint8Array(0);
  /** Indexes of the words of the current span. */
  private words: readonly number[] = [];

  begin(count: number, wordCount: number): void {
    this.count = count;
    if (count > this.capacity) {
      this.capacity = Math.max(count, this.capacity * 2, 256);
      this.headWords = new Uint8Array(this.capacity);
      this.labelWords = new Uint8Array(this.capacity);
      this.headOfSpan = new Uint8Array(this.capacity);
      this.labelOfSpan = new Uint8Array(this.capacity);
    }
    const length = count * wordCount;
    if (this.points.length < length) this.points = new Uint8Array(Math.max(length, this.points.length * 2));
    this.headWords.fill(0, 0, count);
    this.labelWords.fill(0, 0, count);
    this.points.fill(0, 0, length);
  }

  beginSpan(words: readonly number[]): void {
    this.words = words;
    this.headOfSpan.fill(0, 0, this.count);
    this.labelOfSpan.fill(0, 0, this.count);
  }

  /** @param head words of the head that match, 0 or 1 for a single word; `label` likewise */
  add(index: number, own: number, head: number, label: number): void {
    const {words, points, count} = this;
    for (let i = 0; i < words.length; i++) {
      const at = words[i]! * count + index;
      if (points[at]! < own) points[at] = own;
    }
    if (head + label === 0) return;
    const {headOfSpan, labelOfSpan} = this;
    if (head > headOfSpan[index]!) {
      this.headWords[index]! += head - headOfSpan[index]!;
      headOfSpan[index] = head;
    }
    if (label > labelOfSpan[index]!) {
      this.labelWords[index]! += label - labelOfSpan[index]!;
      labelOfSpan[index] = label;
    }
  }

  scores(): Scores {
    const {count, points, headWords, labelWords} = this;
    return {count, points, headWords, labelWords};
  }
}

/**
 * A phrase matches if all its choices do, in any order. It gets the points of its weakest choice. Its words in the head and in the label are
 * looked at first: a form of one in the name of the dataset must not hide that the title has it.
 */
export class PhraseMatches {
  /** The choices that all documents were compared with; a document that matches fewer is out. */
  choicesDone = 0;
  /** Whether fields of the title are looked at, or all others. */
  inTitle = true;
  private count = 0;
  private choices = new Uint8Array(0);
  private weakest = new Uint8Array(0);
  private head = new Uint8Array(0);
  private label = new Uint8Array(0);

  begin(count: number): void {
    [this.count, this.choicesDone] = [count, 0];
    if (count > this.choices.length) {
      const capacity = Math.max(count, this.choices.length * 2, 256);
      this.choices = new Uint8Array(capacity);
      this.weakest = new Uint8Array(capacity);
      this.head = new Uint8Array(capacity);
      this.label = new Uint8Array(capacity);
    }
    this.choices.fill(0, 0, count);
    this.head.fill(0, 0, count);
    this.label.fill(0, 0, count);
    this.weakest.fill(100, 0, count);
  }

  /** The documents from index `from` to before `end` match the current choice. */
  add(from: number, end: number, weight: FieldWeight): void {
    if (weight.head + weight.label > 0 !== this.inTitle) return;
    const {choices, weakest, head, label, choicesDone} = this;
    for (let index = from; index < end; index++) {
      if (choices[index] !== choicesDone) continue;
      choices[index] = choicesDone + 1;
      if (weakest[index]! > weight.points) weakest[index] = weight.points;
      head[index]! += weight.head;
      label[index]! += weight.label;
    }
  }

  /** Gives their points to the documents that match all choices. */
  addTo(points: WordPoints): void {
    const {choices, weakest, head, label, choicesDone} = this;
    for (let index = 0; index < this.count; index++)
      if (choices[index] === choicesDone) points.add(index, weakest[index]!, head[index]!, label[index]!);
  }
}
