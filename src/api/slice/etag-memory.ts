// Requests that ask whether an answer has changed, by their very text: who asks so has asked before, and mostly asks again.
//
// A tag that is remembered counts only for the record and the judgement that it was made from: these are the same objects for as
// long as nobody has written and the day is the same.
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {QueryString} from "../http/query-string.ts";
import type {JudgedBlock} from "./dataset-block.ts";
import {readSlice, type Slice} from "./parameters.ts";

export interface Revisit {
  readonly slice: Slice;
  /** The tag of the answer in this state; null: it has to be made. */
  tagFor(dataset: DatasetRecord, block: JudgedBlock): string | null;
  remember(dataset: DatasetRecord, block: JudgedBlock, etag: string): void;
}

export interface Revisits {
  /** The request in order. Throws InvalidParameters. */
  find(address: string, query: QueryString): Revisit;
}

const MOST_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 1000;

export function createRevisits(): Revisits {
  const remembered = new Map<string, Revisit>();
  return {
    find(address, query) {
      const known = remembered.get(address);
      if (known !== undefined) return known;
      const revisit = createRevisit(readSlice(query));
      if (address.length > LONGEST_REMEMBERED) return revisit;
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(address, revisit);
      return revisit;
    },
  };
}

function createRevisit(slice: Slice): Revisit {
  let made: {readonly dataset: DatasetRecord; readonly block: JudgedBlock; readonly etag: string} | null = null;
  return {
    slice,
    tagFor: (dataset, block) => (made?.dataset === dataset && made.block === block ? made.etag : null),
    remember(dataset, block, etag) {
      made = {dataset, block, etag};
    },
  };
}
