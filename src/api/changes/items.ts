// The items of a page of changes, and how much work a page may take.
//
// Charged are the items with a value. A page ends with its last item, or earlier when much was looked at that has nothing to tell any more:
// such a page is not charged, and must not cost more than 0.3 seconds of a processor.
import {createDecodeScratch, type DecodeScratch} from "../../statistics/history/decode.ts";

export interface PageItems {
  /** The histories of the page are decoded in it, one after another. */
  readonly scratch: DecodeScratch;
  readonly count: number;
  /** Items with a value. */
  readonly values: number;
  /** No item fits. */
  isFull(): boolean;
  /** The page is to end, full or not. */
  isSpent(): boolean;
  /** @param work in series: one is read in about 20 µs */
  spend(work: number): void;
  add(text: string, hasValue?: boolean): void;
  /** All items, with commas between them. */
  body(): readonly Buffer[];
}

/** Letters that are kept as text: ten thousand items as texts would hold the loop while garbage is collected. */
const CHUNK = 1 << 14;

/** Work of one page. */
const MOST_WORK = 10_000;

export function createItems(limit: number): PageItems {
  const chunks: Buffer[] = [];
  let text = "";
  let [count, values, work] = [0, 0, 0];
  return {
    scratch: createDecodeScratch(),
    get count() {
      return count;
    },
    get values() {
      return values;
    },
    isFull: () => count >= limit,
    isSpent: () => count >= limit || work >= MOST_WORK,
    spend(more) {
      work += more;
    },
    add(item, hasValue = false) {
      text += count === 0 ? item : `,${item}`;
      count++;
      if (hasValue) values++;
      if (text.length < CHUNK) return;
      chunks.push(Buffer.from(text));
      text = "";
    },
    body: () => [...chunks, Buffer.from(text)],
  };
}
