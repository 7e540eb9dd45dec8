// Words for a contradiction: one period of a series that a release gives different values.
//
// Lines are kept as one running number over all files of the release; here they get their file and line back.
import {dayText} from "../statistics/day.ts";
import {firstDay, type PeriodOrdinal} from "../statistics/period.ts";
import type {SeriesDimensions} from "../statistics/series-identity.ts";
import {weekText} from "../statistics/week.ts";
import type {Segment} from "./segment.ts";
import type {Unreadable} from "./source.ts";

export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Where a file begins in the running number of lines: its line 1 is `base + 1`. Ascending. */
export interface FileStart {
  readonly name: string;
  readonly base: number;
}

/** The problem of one row (`row`, among the contradicting rows from … to) of a series, naming the others. */
export function contradiction(
  dimensions: SeriesDimensions,
  segment: Segment,
  {from, to, row}: {readonly from: number; readonly to: number; readonly row: number},
  files: readonly FileStart[],
): Unreadable {
  const own = placeOf(files, segment.line[row]!);
  const others: string[] = [];
  for (let other = from; other < to && others.length < MAX_OTHERS_NAMED; other++) {
    if (other === row || segment.value[other] === segment.value[row]) continue;
    const place = placeOf(files, segment.line[other]!);
    const inFile = place.file === own.file ? "" : ` of ${place.file}`;
    others.push(`line ${place.line}${inFile} says ${segment.value[other]}`);
  }
  const {indicator, classification, measure, transformation, unit, frequency, territory} = dimensions;
  const codes = [indicator, classification, measure, transformation, unit, frequency, territory].filter(
    (code) => code !== null,
  );
  return {
    file: own.file,
    line: own.line,
    column: "value",
    reason: `${codes.join(", ")} has two values for ${periodText(dimensions, segment.period[row]!)}: line ${own.line} says ${segment.value[row]}, ${others.join(", ")}`,
    text: String(segment.value[row]),
    row: null,
  };
}

const MAX_OTHERS_NAMED = 3;

function placeOf(files: readonly FileStart[], running: number): Place {
  const start = files.findLast(({base}) => base < running) ?? files[0]!;
  return {file: start.name, line: running - start.base};
}

function periodText({frequency}: SeriesDimensions, ordinal: PeriodOrdinal): string {
  if (frequency === "W") return weekText(ordinal);
  const first = dayText(firstDay(frequency, ordinal));
  if (frequency === "Q") return `${first.slice(0, 4)}-Q${(ordinal % 4) + 1}`;
  return {D: first, M: first.slice(0, 7), A: first.slice(0, 4)}[frequency];
}
