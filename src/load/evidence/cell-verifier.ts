// A second verification of every value of a release: the parser's claim about its cell is compared with the bytes, independently.
//
// Claims are collected while the parser reads and verified before its next piece, so that few are in memory. The check is: the value has a
// place, the text is at that place, and the text is the value if there were no steps. Only the parser knows the steps; the replay shows
// that a value belongs to its series and period.
import type {Locator} from "../../evidence.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {ObservationSink, SourceFile} from "../source.ts";
import type {Claim, Doubt, PlaceLookup} from "./claim.ts";
import {createElementLookup} from "./element-lookup.ts";
import {createLineLookup} from "./line-lookup.ts";
import {createSheetLookup} from "./sheet-lookup.ts";

export interface CellWitness {
  /** For the parser, instead of the files. */
  readonly files: readonly SourceFile[];
  /** For the parser, instead of the sink. */
  watch(sink: ObservationSink): ObservationSink;
  /** Looks up the remaining claims. @returns the number of values that were looked up */
  finish(): Promise<number>;
}

export function createCellWitness(files: readonly SourceFile[], onDoubt: (doubt: Doubt) => void): CellWitness {
  const byName = new Map(files.map((file) => [file.name, file]));
  const lookups = new Map<string, PlaceLookup>();
  let claims: Claim[] = [];
  let count = 0;

  function lookupOf(locator: Locator): PlaceLookup | null {
    const known = lookups.get(locator.file);
    if (known) return known;
    const file = byName.get(locator.file);
    if (!file) return null;
    const make =
      locator.sheet !== null
        ? createSheetLookup
        : locator.element?.startsWith("/")
          ? createElementLookup
          : createLineLookup;
    const made = make(file);
    lookups.set(locator.file, made);
    return made;
  }

  async function lookUp(): Promise<void> {
    const taken = claims;
    claims = [];
    for (const [name, own] of Map.groupBy(taken, ({locator}) => locator.file)) {
      const lookup = lookupOf(own[0]!.locator);
      const doubts = lookup
        ? await lookup.confirm(own)
        : own.map((claim) => ({claim, reason: `is in a file ${name} that the release does not have`}));
      for (const doubt of doubts) onDoubt(doubt);
    }
  }

  function watch(sink: ObservationSink): ObservationSink {
    const dimensions: SeriesDimensions[] = [];
    return {
      ...sink,
      asksOrigins: true,
      series(own) {
        const handle = sink.series(own);
        dimensions[handle] ??= {...own};
        return handle;
      },
      observe(handle, period, value, line, origin) {
        sink.observe(handle, period, value, line, origin);
        count++;
        const series = dimensions[handle]!;
        const explanation = origin?.explain();
        if (!explanation) {
          const claim = {locator: NOWHERE, raw: "", steps: [], value, series, period};
          return onDoubt({claim, reason: "the parser gives no place"});
        }
        const claim = {...explanation, value, series, period};
        if (explanation.steps.length === 0 && plainNumber(explanation.raw) !== value)
          onDoubt({claim, reason: `contains ${JSON.stringify(explanation.raw)}, the value is ${value}`});
        claims.push(claim);
      },
    };
  }

  return {
    files: files.map((file) => ({
      ...file,
      async *open() {
        for await (const bytes of file.open()) {
          if (claims.length > 0) await lookUp();
          yield bytes;
        }
      },
    })),
    watch,
    async finish() {
      try {
        await lookUp();
      } finally {
        for (const lookup of lookups.values()) await lookup.close();
      }
      return count;
    },
  };
}

const NOWHERE: Locator = {file: "", sheet: null, cell: null, line: null, column: null, element: null};

/** A plain number: digits with a comma or a point. */
function plainNumber(raw: string): number {
  const text = raw
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replace(",", ".");
  return text === "" ? Number.NaN : Number(text);
}

/** "sheet "01", cell AK19 of prices.xlsx" */
export function placeText({file, sheet, cell, line, column, element}: Locator): string {
  const place =
    sheet !== null
      ? `sheet ${JSON.stringify(sheet)}, cell ${cell}`
      : `line ${line}${column === null ? "" : `, column ${column}`}${element === null ? "" : `, ${element}`}`;
  return file === "" ? "a value" : `${place} of ${file}`;
}
