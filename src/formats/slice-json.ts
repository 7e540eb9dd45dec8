// The JSON body of a slice, written straight into bytes: {"series":[…],"observations":[…], then the members of the tail}.
//
// A row is two dates and a value between constant texts. From one date of publication to the next row's period stands one
// constant text of the series, copied in words. A writer holds one answer at a time, from begin to end without a pause.
import {FIRST_DAY} from "../statistics/day.ts";
import type {Observations} from "../statistics/history/observations.ts";
import {
  type Arena,
  asWord,
  borrowArena,
  createConstantText,
  reserve,
  returnArena,
  setConstantText,
  takeCopy,
  writeText,
} from "./arena.ts";
import {MONTH_DAY, monthDayWords, prepareDay, YEAR_MONTH} from "./day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "./decimal.ts";

export interface SliceJsonWriter {
  /** Starts a body; what an earlier answer left unfinished is forgotten. `series` are wire objects, in order. */
  begin(series: readonly object[]): void;
  /** Adds one series' observations. */
  observations(seriesKey: string, columns: Observations): void;
  /** Ends the body with the tail's members and gives it as memory of its own. */
  end(tail: object): Buffer;
}

const DAY_THEN_VALUE = monthDayWords('","val');
const VALUE_QUOTE_COLON = 0x3a226575; // ue":
const AS_OF = asWord(',"as_of"');
const COLON_QUOTE = 0x223a; // :"
const DAY_THEN_ROW = monthDayWords('"},{"s');
/** Of the six characters that follow the day of the month, those that belong to the row itself: "} */
const ROW_END = 2;
const ROW_BYTES = 10 + 10 + 10 + 10 + 6 + DECIMAL_ROOM;

/** A writer, for one answer after another. */
export function createSliceJsonWriter(): SliceJsonWriter {
  const between = createConstantText();
  let at = 0;
  let empty = true;
  let arena: Arena | null = null;

  function begin(series: readonly object[]): void {
    arena ??= borrowArena();
    at = writeText(arena, 0, `{"series":${JSON.stringify(series)},"observations":[`);
    empty = true;
  }

  function observations(seriesKey: string, columns: Observations): void {
    const {count, period, asOf, mantissa, decimals} = columns;
    if (arena === null) throw new Error("observations before begin");
    if (count === 0) return;
    const key = JSON.stringify(seriesKey);
    at = writeText(arena, at, `${empty ? "" : ","}{"series_key":${key},"period":"`);
    empty = false;
    setConstantText(between, `eries_key":${key},"period":"`);
    reserve(arena, at, count * (ROW_BYTES + between.length));

    const {view} = arena;
    const {words, wordCount, length} = between;
    let next = at;
    for (let row = 0; row < count; row++) {
      const periodIndex = period[row]! - FIRST_DAY;
      let monthDay = MONTH_DAY[periodIndex]!;
      if (!(monthDay > 0)) monthDay = prepareDay(period[row]!);
      view.setFloat64(next, YEAR_MONTH[periodIndex]!, true);
      view.setFloat64(next + 8, DAY_THEN_VALUE[monthDay]!, true);
      view.setInt32(next + 16, VALUE_QUOTE_COLON, true);
      next = writeDecimal(view, next + 20, mantissa[row]!, decimals);
      view.setFloat64(next, AS_OF, true);
      view.setInt16(next + 8, COLON_QUOTE, true);
      const asOfIndex = asOf[row]! - FIRST_DAY;
      monthDay = MONTH_DAY[asOfIndex]!;
      if (!(monthDay > 0)) monthDay = prepareDay(asOf[row]!);
      view.setFloat64(next + 10, YEAR_MONTH[asOfIndex]!, true);
      view.setFloat64(next + 18, DAY_THEN_ROW[monthDay]!, true);
      next += 26;
      for (let word = 0; word < wordCount; word++) view.setFloat64(next + word * 8, words[word]!, true);
      next += length;
    }
    // The last row ends behind its own brace, not at the period of a row that does not come.
    at = next - length - 6 + ROW_END;
  }

  function end(tail: object): Buffer {
    if (arena === null) throw new Error("end before begin");
    const members = JSON.stringify(tail).slice(1);
    at = writeText(arena, at, members === "}" ? "]}" : `],${members}`);
    const body = takeCopy(arena, at);
    returnArena(arena);
    arena = null;
    return body;
  }

  return {begin, observations, end};
}
