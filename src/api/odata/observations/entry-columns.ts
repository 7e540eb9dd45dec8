// The entries of tens of thousands of series, in columns; an entry is made when it is asked for.
//
// As objects that live together they would be copied at each collection of garbage: 20,000 of them hold the loop for 15 ms.
import {doubles, wholeNumbers} from "../../../statistics/growing-column.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {EntitySeries} from "../row-properties.ts";
import type {Entry} from "./observation-entries.ts";

/** Bytes of histories that are kept together. */
const BLOCK_BYTES = 1 << 18;

/** What neighbours have in common. */
interface SharedFields extends Pick<Entry, "source" | "frequency" | "periods"> {
  readonly asOf: Day | null;
}

export class EntryColumns implements Iterable<Entry> {
  length = 0;
  /** Of all entries. */
  values = 0;
  private readonly shared: SharedFields[] = [];
  private readonly sharedOf = wholeNumbers();
  private readonly position = wholeNumbers();
  private readonly count = wholeNumbers();
  private readonly from = doubles();
  private readonly to = doubles();
  private readonly blocks: Uint8Array[] = [];
  private blockEnd = 0;
  private readonly block = wholeNumbers();
  private readonly begin = wholeNumbers();
  private readonly size = wholeNumbers();

  static of(entries: Iterable<Entry>): EntryColumns {
    const columns = new EntryColumns();
    for (const entry of entries) columns.add(entry);
    return columns;
  }

  /** Its history is copied. */
  add({source, position, frequency, periods, history, window, count}: Entry): void {
    const last = this.shared.at(-1);
    const {from, to, asOf} = window;
    if (last?.source !== source || last.frequency !== frequency || last.periods !== periods || last.asOf !== asOf)
      this.shared.push({source, frequency, periods, asOf});
    this.sharedOf.push(this.shared.length - 1);
    this.position.push(position);
    this.count.push(count);
    this.from.push(from);
    this.to.push(to);
    this.keepHistory(history);
    this.length++;
    this.values += count;
  }

  at(index: number): Entry {
    const {source, frequency, periods, asOf} = this.shared[this.sharedOf.at(index)]!;
    const begin = this.begin.at(index);
    return {
      source,
      position: this.position.at(index),
      frequency,
      history: this.blocks[this.block.at(index)]!.subarray(begin, begin + this.size.at(index)),
      window: {from: this.from.at(index), to: this.to.at(index), asOf},
      periods,
      count: this.count.at(index),
    };
  }

  seriesAt(index: number): EntitySeries {
    return {source: this.shared[this.sharedOf.at(index)]!.source, position: this.position.at(index)};
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  /** The series of entries from one index to before another. */
  *series(begin = 0, end = this.length): Generator<EntitySeries> {
    for (let index = begin; index < Math.min(end, this.length); index++) yield this.seriesAt(index);
  }

  private keepHistory(history: Uint8Array): void {
    const {length} = history;
    if (this.blocks.length === 0 || this.blockEnd + length > this.blocks.at(-1)!.length) {
      this.blocks.push(new Uint8Array(Math.max(BLOCK_BYTES, length)));
      this.blockEnd = 0;
    }
    this.blocks.at(-1)!.set(history, this.blockEnd);
    this.block.push(this.blocks.length - 1);
    this.begin.push(this.blockEnd);
    this.size.push(length);
    this.blockEnd += length;
  }
}
