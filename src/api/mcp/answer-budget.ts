// How much of an answer a model is given: at most 4,000 tokens of text, and as many of structured content, because a client may forward either.
//
// No tokenizer of any vendor is asked: the count is that of the parts into which common ones cut a text, at least as many as they make of it.

/** Tokens of the text of one answer, and of its structured content. */
export const MOST_TOKENS = 4000;

/** Up to four letters, three digits, or one other sign with the blank before it. */
const TOKEN = /\p{L}{1,4}|\p{N}{1,3}|\s?[^\s\p{L}\p{N}]|\s+/gu;

export function countTokens(text: string): number {
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.test(text)) count++;
  return count;
}

/** Tokens of a value with its address, and of the head of a series, in the longer of both forms. */
const [OF_VALUE, OF_SERIES] = [85, 190];

/** The number of values for which an answer has room, at least one for each series. @param series their number */
export function valuesThatFit(series: number): number {
  return Math.max(series, Math.floor((MOST_TOKENS - OF_SERIES * (series + 1)) / OF_VALUE));
}

/** A row of an answer, in both of its forms. */
export interface AnswerRow {
  readonly text: string;
  readonly data: object;
}

/** The first rows, as many as fit beside what the answer has besides. @param around text and data without rows */
export function rowsThatFit<T extends AnswerRow>(rows: readonly T[], around: AnswerRow): readonly T[] {
  let texts = MOST_TOKENS - countTokens(around.text);
  let structured = MOST_TOKENS - countTokens(JSON.stringify(around.data));
  let count = 0;
  for (const {text, data} of rows) {
    texts -= 1 + countTokens(text);
    structured -= 1 + countTokens(JSON.stringify(data));
    if (texts < 0 || structured < 0) break;
    count++;
  }
  return rows.slice(0, count);
}
