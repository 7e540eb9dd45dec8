// The body of an answer of estimates, JSON or CSV, written directly to bytes: one row per estimate, with the day of its publication and
// the day on which another took its place, and the day on which it was withdrawn.
import type {ChosenEstimates} from "../statistics/history/choice.ts";
import {type Day, NO_DAY, type PeriodTable} from "../statistics/time/day.ts";
import {
  asWord,
  type BodyMemory,
  copyConstantText,
  createConstantText,
  ensureRoom,
  setConstantText,
  writeText,
} from "./body-bytes.ts";
import {writeDay, writeDayOrNull} from "./day-word.ts";
import {DECIMAL_ROOM, writeDouble} from "./decimals.ts";
import {csvCell, csvHead} from "./table-csv.ts";

/** Rows of one series, with the calendar of its periods. */
export interface EstimatesOfPage {
  readonly chosen: ChosenEstimates;
  readonly periods: PeriodTable;
}

const ROW_BYTES = 160 + DECIMAL_ROOM;

export interface EstimatesJsonWriter {
  add(seriesKey: string, rows: EstimatesOfPage): void;
  /** @param tail the members after `estimates`, at least one */
  end(tail: object): Buffer;
}

const VALUE = asWord('","value');
const QUOTE_COLON = asWord('":');
const [PUBLISHED_0, PUBLISHED_1, PUBLISHED_2] = [',"publis', 'hed_at":', '"'].map(asWord) as [number, number, number];
const [SUPERSEDED_0, SUPERSEDED_1, SUPERSEDED_2] = ['","super', "seded_at", '":'].map(asWord) as [
  number,
  number,
  number,
];
const [WITHDRAWN_0, WITHDRAWN_1] = [',"withdr', 'awn_at":'].map(asWord) as [number, number];
/** The end of a row of an estimate in force, which most are, behind its superseded_at. */
const [IN_FORCE_0, IN_FORCE_1, IN_FORCE_2, IN_FORCE_3] = ['null,"wi', "thdrawn_", 'at":null', "}"].map(asWord) as [
  number,
  number,
  number,
  number,
];

const OBJECT_END = 0x7d;

/** @param series the inside of that array, already JSON; @param rows expected number of estimates */
export function createEstimatesJson(memory: BodyMemory, series: string, rows: number): EstimatesJsonWriter {
  const arena = memory.borrow(series.length + rows * ROW_BYTES);
  const start = createConstantText();
  let at = writeText(arena, 0, `{"series":[${series}],"estimates":[`);
  let isEmpty = true;
  return {
    add(seriesKey, {chosen, periods}) {
      const {count, period, published, superseded, value, withdrawn} = chosen;
      if (count === 0) return;
      setConstantText(start, `,{"series_key":${JSON.stringify(seriesKey)},"period":"`);
      const {words, wordCount, length} = start;
      ensureRoom(arena, at, (count + 1) * (ROW_BYTES + length));
      const {view} = arena;
      at = copyConstantText(arena, at, start, isEmpty ? 1 : 0);
      isEmpty = false;
      let next = at;
      for (let row = 0; row < count; row++) {
        writeDay(view, next, dayOf(periods, period[row]!));
        view.setFloat64(next + 10, VALUE, true);
        view.setFloat64(next + 18, QUOTE_COLON, true);
        next = writeDouble(view, next + 20, value[row]!);
        view.setFloat64(next, PUBLISHED_0, true);
        view.setFloat64(next + 8, PUBLISHED_1, true);
        view.setFloat64(next + 16, PUBLISHED_2, true);
        writeDay(view, next + 17, published[row]!);
        view.setFloat64(next + 27, SUPERSEDED_0, true);
        view.setFloat64(next + 35, SUPERSEDED_1, true);
        view.setFloat64(next + 43, SUPERSEDED_2, true);
        next += 45;
        const gone = withdrawn === null ? NO_DAY : withdrawn[row]!;
        if (superseded[row] === NO_DAY && gone === NO_DAY) {
          view.setFloat64(next, IN_FORCE_0, true);
          view.setFloat64(next + 8, IN_FORCE_1, true);
          view.setFloat64(next + 16, IN_FORCE_2, true);
          view.setFloat64(next + 24, IN_FORCE_3, true);
          next += 25;
        } else {
          next = writeDayOrNull(view, next, superseded[row]!);
          view.setFloat64(next, WITHDRAWN_0, true);
          view.setFloat64(next + 8, WITHDRAWN_1, true);
          next = writeDayOrNull(view, next + 16, gone);
          view.setUint8(next++, OBJECT_END);
        }
        for (let word = 0; word < wordCount; word++) view.setFloat64(next + word * 8, words[word]!, true);
        next += length;
      }
      // the text behind the last row is not part of it
      at = next - length;
    },
    end(tail) {
      at = writeText(arena, at, `],${JSON.stringify(tail).slice(1)}`);
      return arena.memory.finish(arena, at);
    },
  };
}

/** period, value, published_at and superseded_at. */
const OWN_COLUMNS = 4;

export interface EstimatesCsvWriter {
  /** @param cells of the series, those before `period`, and those between `superseded_at` and `withdrawn_at` */
  add(cells: {readonly before: readonly string[]; readonly after: readonly string[]}, rows: EstimatesOfPage): void;
  end(): Buffer;
}

/** @param columns names of all columns in order */
export function createEstimatesCsv(
  memory: BodyMemory,
  columns: readonly string[],
  {decimal, bom}: {readonly decimal: "point" | "comma"; readonly bom: boolean},
  rows: number,
): EstimatesCsvWriter {
  const arena = memory.borrow(rows * 160);
  let at = writeText(arena, 0, `${bom ? "\uFEFF" : ""}${csvHead(columns)}\n`);
  return {
    add({before, after}, {chosen, periods}) {
      const start = Buffer.from(before.map((cell, nth) => `${csvCell(cell, columns[nth]!)};`).join(""));
      const behind = before.length + OWN_COLUMNS;
      const end = Buffer.from(`${after.map((cell, nth) => `;${csvCell(cell, columns[behind + nth]!)}`).join("")};`);
      const {count, period, published, superseded, value, withdrawn} = chosen;
      ensureRoom(arena, at, count * (ROW_BYTES + start.length + end.length));
      const {view, bytes} = arena;
      for (let row = 0; row < count; row++) {
        at += start.copy(bytes, at);
        writeDay(view, at, dayOf(periods, period[row]!));
        bytes[at + 10] = 0x3b;
        const valueAt = at + 11;
        at = writeDouble(view, valueAt, value[row]!);
        const point = decimal === "comma" ? bytes.indexOf(0x2e, valueAt) : -1;
        if (point !== -1 && point < at) bytes[point] = 0x2c;
        bytes[at] = 0x3b;
        writeDay(view, at + 1, published[row]!);
        bytes[at + 11] = 0x3b;
        at += 12;
        at = writeDayOrNothing(view, at, superseded[row]!);
        at += end.copy(bytes, at);
        at = writeDayOrNothing(view, at, withdrawn === null ? NO_DAY : withdrawn[row]!);
        bytes[at++] = 0x0a;
      }
    },
    end: () => arena.memory.finish(arena, at),
  };
}

function dayOf({base, days}: PeriodTable, period: number): Day {
  const day = days[period - base];
  if (day === undefined || day === NO_DAY) throw new RangeError(`the calendar does not date period ${period}`);
  return day;
}

/** @returns the offset behind it */
function writeDayOrNothing(view: DataView, at: number, day: Day): number {
  return day === NO_DAY ? at : writeDay(view, at, day);
}
