// Numbers beside the value of a key that may be values too: a message may have several measures, and nothing but its structure names them.
//
// FIX-country-25: a second measure looked like an attribute, so its values were counted and not read. A number that is the same for all
// values of a series belongs to the series, and a year is no value; any other number without a standard name holds the run.
import {readDecimal} from "../../../../statistics/decimal-text.ts";
import type {ObservationSink} from "../../../source.ts";
import {isStandardAttribute} from "./sdmx-structure.ts";

export interface SecondMeasures {
  /** @param codes of the key without the period */
  note(id: string, text: string, codes: readonly string[], line: number): void;
  /** After the last value: refuses the numbers of each name, so that a person sees them. */
  refuse(file: string, sink: ObservationSink): void;
}

interface Seen {
  readonly line: number;
  numbers: number;
  texts: number;
  hasDecimals: boolean;
  isYear: boolean;
  /** A series has two values of it, and two different ones. */
  repeats: boolean;
  varies: boolean;
  readonly bySeries: Map<string, string>;
}

/** Of ten texts nine must be numbers: a few words are the signs of missing values. */
const LEAST_NUMBERS = 0.9;
const YEAR = /^(?:19|20)\d\d$/;

export function createSecondMeasures(): SecondMeasures {
  const seen = new Map<string, Seen | null>();
  const begin = (id: string, line: number): Seen | null => {
    const fresh = {line, numbers: 0, texts: 0, hasDecimals: false, isYear: true};
    const own = isStandardAttribute(id) ? null : {...fresh, repeats: false, varies: false, bySeries: new Map()};
    seen.set(id, own);
    return own;
  };
  return {
    note(id, text, codes, line) {
      const known = seen.get(id);
      const own = known === undefined ? begin(id, line) : known;
      if (own === null || text === "") return;
      if (readDecimal(text) === null) {
        own.texts++;
        return;
      }
      own.numbers++;
      own.isYear &&= YEAR.test(text);
      own.hasDecimals ||= text.includes(".");
      if (own.varies) return;
      const series = codes.join("\u0001");
      const before = own.bySeries.get(series);
      if (before === undefined) own.bySeries.set(series, text);
      else own.repeats = true;
      own.varies = before !== undefined && before !== text;
    },
    refuse(file, sink) {
      for (const [id, own] of seen) {
        if (own === null || own.isYear || own.numbers < (own.numbers + own.texts) * LEAST_NUMBERS) continue;
        if (own.repeats ? !own.varies : !own.hasDecimals) continue;
        const location = {file, line: own.line, column: id, text: id, row: null};
        sink.refuse({...location, reason: "has numbers beside OBS_VALUE, which are not read", values: own.numbers});
      }
    },
  };
}

/**
 * Whether a column amid those of the key has numbers and no codes: all are numbers, one has a point, most are different, and none begins as
 * the code 01.1 does.
 */
export function isOfNumbers(cells: readonly string[]): boolean {
  const texts = cells.filter((text) => text !== "");
  const isNumber = (text: string): boolean => readDecimal(text) !== null && !/^-?0\d/.test(text);
  return texts.every(isNumber) && texts.some((text) => text.includes(".")) && new Set(texts).size * 2 > texts.length;
}
