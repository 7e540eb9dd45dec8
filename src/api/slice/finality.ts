// How final the values of a series are, as a member of its description: only with `finality=1` [finality.*].
//
// It needs the whole history, whatever bounds the request has, so it is computed behind the charge, and others are answered in between.
import {Type} from "typebox";
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import {describeFinality} from "../../statistics/history/finality.ts";
import type {Day} from "../../statistics/time/day.ts";
import {type Pace, type Steps, withRests} from "../../work/pace.ts";
import {closedObject, count, nullable} from "../http/field-schemas.ts";
import type {RefuseNamed} from "../http/parameters.ts";

export const FINALITY = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: "1 adds `finality` to each series: how often and how late its values were revised; JSON only",
  }),
);

export const FINALITY_SCHEMA = nullable(
  closedObject({
    periods: count("periods with a value, over the whole history"),
    revised_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "share of these periods whose value changed after its first publication",
    }),
    up: count("periods whose latest estimate is above their first"),
    down: count("periods whose latest estimate is below their first"),
    mean_absolute: Type.Number({
      description: "mean over all periods of the absolute difference between the latest and the first estimate",
    }),
    settles_after: count(
      "days from the first publication of a period within which nine periods of ten had their latest estimate; 0 where they never changed",
    ),
  }),
  "with `finality=1`: how final the published values are, by the estimates after the first of the whole history, with `as_of` of that known on the day; null for fewer than eight periods",
);

/** A CSV has rows of values and no place for it. */
export function readFinality(given: {finality?: number; format?: string}, refuse: RefuseNamed): boolean {
  if (given.finality !== 1) return false;
  if (given.format === "csv") refuse("finality", "value_error", "Value error, finality needs format=json");
  return true;
}

/** For the end of an ETag: nothing without it, so that plain tags do not change. */
export function finalityTag(isWanted: boolean): readonly string[] {
  return isWanted ? ["finality 1"] : [];
}

/** A member of the series, as the schema has it; parallel to the packed histories. */
export async function describeFinalities(
  histories: readonly Uint8Array[],
  asOf: Day | null,
  pace: Pace,
): Promise<readonly (object | null)[]> {
  const scratch = createDecodeScratch();
  const found: (object | null)[] = [];
  for (const bytes of histories) {
    const history = decodeHistory(bytes, scratch);
    if (pace.isOver()) await pace.letOthersIn();
    found.push(await withRests(finalityOf(history, asOf), pace));
    if (pace.isOver()) await pace.letOthersIn();
  }
  return found;
}

function* finalityOf(history: ReturnType<typeof decodeHistory>, asOf: Day | null): Steps<object | null> {
  const found = yield* describeFinality(history, asOf);
  if (found === null) return null;
  const {periods, revisedShare, up, down, meanAbsolute, settlesAfter} = found;
  return {
    ...{periods, revised_share: revisedShare, up, down},
    ...{mean_absolute: meanAbsolute, settles_after: settlesAfter},
  };
}

/** The JSON text of a series with the member. */
export function withFinality(series: string, finality: object | null): string {
  return `${series.slice(0, -1)},"finality":${JSON.stringify(finality)}}`;
}
