// Evidence down to the cell: the members that `period` adds to each release that set that period's value.
//
// None of it is stored: archived files are read again. That is expensive, so it is limited (EvidenceReader) and done last.
import type {FastifyRequest} from "fastify";
import {Type} from "typebox";
import type {EvidenceReader, Locator, Rereading} from "../../service/evidence.ts";
import {type Estimates, estimatesOf, type PeriodEstimate, periodOn} from "../../statistics/history/estimates.ts";
import {type Day, dayText, type PeriodTable} from "../../statistics/time/day.ts";
import type {ReleaseProof} from "../../store/releases/release-proof.ts";
import {Busy} from "../../work/busy.ts";
import {ApiError} from "../errors.ts";
import {LATEST_OR_DAY_PATTERN} from "../http/date-patterns.ts";
import {closedObject, nullable, text, yesNo} from "../http/field-schemas.ts";
import {dayParameter, isGiven, type QueryString, readDay, readRequest} from "../http/parameters.ts";

export const EVIDENCE_PARAMETERS = Type.Object({
  period: dayParameter(
    "first day of a period, YYYY-MM-DD, as the observations print it: only the releases that set its value come, each with the cell that has it. Without it the releases of all periods come",
  ),
  as_of: Type.Optional(
    Type.String({
      pattern: LATEST_OR_DAY_PATTERN,
      description: "with `period`: YYYY-MM-DD, only estimates published on or before that day, or `latest`",
      default: "latest",
    }),
  ),
});

const position = Type.Integer({minimum: 1});
const LOCATOR_SCHEMA = closedObject({
  file: text("name of the file within the release"),
  sheet: Type.Optional(Type.String({description: "sheet of a workbook"})),
  cell: Type.Optional(Type.String({pattern: "^[A-Z]+[0-9]+$", description: "cell of the sheet, such as AK19"})),
  line: Type.Optional({...position, description: "line of a text, from 1; the first line of an element"}),
  column: Type.Optional({
    ...position,
    description: "in delimited text the number of the field in its row, in JSON the character of its line, from 1",
  }),
  element: Type.Optional(Type.String({description: "path of the element of an XML or JSON file"})),
});

/** Members of a release that are present only with `period`. */
export const CELL_FIELDS = {
  value: Type.Optional(Type.Number({description: "the period's value as this release set it"})),
  locator: Type.Optional(
    nullable(LOCATOR_SCHEMA, "place of the value, the first if there are several; null if it was not found again"),
  ),
  raw: Type.Optional(nullable(Type.String(), "the text at that place, at most 1,000 characters")),
  steps: Type.Optional(
    Type.Array(Type.String(), {
      description: "steps from the text to the number, in order; empty if the text is the number itself",
    }),
  ),
  parser_now: Type.Optional(
    nullable(
      Type.String({pattern: "^[^@]+@[^@]+$"}),
      "the parser that read it again; null if this program no longer has one",
    ),
  ),
  reproduced: Type.Optional(yesNo("whether reading the archived files again gave this very value")),
  problem: Type.Optional(nullable(Type.String(), "why the value could not be reproduced; null if it was")),
};

export interface CellRequest {
  readonly period: Day;
  /** null: all estimates. */
  readonly asOf: Day | null;
}

/** null: evidence of the whole series. Throws InvalidParameters. */
export function readCellRequest(query: QueryString): CellRequest | null {
  return readRequest(EVIDENCE_PARAMETERS, query, (given, refuse) => {
    const period = readDay("period", given.period, refuse);
    const asOf = given.as_of === "latest" ? null : readDay("as_of", given.as_of, refuse);
    if (asOf !== null && !isGiven(query, "period"))
      refuse("as_of", "value_error", "Value error, as_of needs period: name the period whose estimates you want");
    return period === null ? null : {period, asOf};
  });
}

export interface ReleaseQuery {
  readonly proof: ReleaseProof;
  readonly estimate: PeriodEstimate;
}

/** The releases that set the period's value, newest first, and the number of the period. Throws NOT_FOUND. */
export function releasesOfPeriod(
  {period: day, asOf}: CellRequest,
  history: Estimates,
  periods: PeriodTable,
  proofs: readonly ReleaseProof[],
): {period: number; wanted: ReleaseQuery[]} {
  const period = periodOn(history, periods, day);
  if (period === null) {
    const at = (row: number): string => dayText(periods.days[history.period[row]! - periods.base]!);
    throw new ApiError("NOT_FOUND", `the series has no value for a period that begins on ${dayText(day)}`, {
      hint: `take \`period\` from its observations; they reach from ${at(0)} to ${at(history.count - 1)}`,
    });
  }
  const wanted = estimatesOf(history, period, asOf).map((estimate) => {
    const proof = proofs.find((one) => one.publishedAt === estimate.day && one.sequence === estimate.sequence);
    if (proof === undefined)
      throw new Error(`a release of ${dayText(estimate.day)} left estimates but is not in the store`);
    return {proof, estimate};
  });
  return {period, wanted};
}

/**
 * A client that closes its side of the connection loses its place: whether it still reads is unknown, and others wait. Throws INTERNAL with
 * Retry-After if the reader is too busy, or the place was given up; null if the connection is gone.
 */
export async function rereadCells(
  reader: EvidenceReader,
  request: FastifyRequest,
  key: string,
  period: number,
  wanted: readonly ReleaseQuery[],
): Promise<readonly Rereading[] | null> {
  const gone = new AbortController();
  const hangUp = (): void => gone.abort();
  const {socket} = request.raw;
  if (socket.readableEnded) hangUp();
  socket.once("end", hangUp).once("close", hangUp);
  try {
    const questions = wanted.map(({proof}) => ({releaseId: proof.id, seriesKey: key, period}));
    return await reader.read(questions, gone.signal, {hasToken: true, name: String(request.reader!.accountId)});
  } catch (error) {
    if (socket.destroyed) return null;
    if (gone.signal.aborted) throw new ApiError("INTERNAL", "the client closed its side", CLOSED);
    if (!(error instanceof Busy)) throw error;
    throw new ApiError("INTERNAL", error.message, {retryAfter: error.retryAfter, hint: BUSY_HINT});
  } finally {
    socket.off("end", hangUp).off("close", hangUp);
  }
}

const CLOSED = {retryAfter: 1, hint: "keep the connection open while the releases are read again"} as const;
const BUSY_HINT = "ask again after the seconds named in Retry-After; what was found is kept meanwhile";
const MOST_RAW = 1_000;

export function describeCell(
  {value}: PeriodEstimate,
  {parserNow, value: now, explanation, problem}: Rereading,
): {readonly reproduced: boolean} & object {
  const reproduced = now === value;
  const fields = {
    value,
    locator: explanation === null ? null : describeLocator(explanation.locator),
    raw: explanation?.raw.slice(0, MOST_RAW) ?? null,
    steps: explanation?.steps ?? [],
    parser_now: parserNow,
    reproduced,
    problem: reproduced ? null : (problem ?? `this program reads ${now} there`),
  };
  return fields;
}

function describeLocator(locator: Locator): object {
  return Object.fromEntries(Object.entries(locator).filter(([, part]) => part !== null));
}
