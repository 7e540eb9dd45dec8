// The parameters of a claim, checked; a wrong one is named, because the verdict about another claim would be a wrong number.
import type {Static} from "typebox";
import {readClaim} from "../../statistics/claim/claim.ts";
import {LEVELS} from "../../statistics/territory.ts";
import {parsePeriod} from "../../statistics/time/day.ts";
import type {AskedClaim} from "../../store/claims/verify-claim.ts";
import {InvalidParameters} from "../errors.ts";
import {type QueryString, readDay, readRequest} from "../http/parameters.ts";
import {VERIFY_PARAMETERS} from "./schema.ts";

export interface GivenClaim {
  readonly given: Partial<Static<typeof VERIFY_PARAMETERS>>;
  readonly asked: AskedClaim;
}

/** Throws InvalidParameters with all faults. */
export function readClaimRequest(query: QueryString): GivenClaim {
  return readRequest(VERIFY_PARAMETERS, query, (given, refuse) => {
    const number = given.value === undefined ? null : readClaim(given.value);
    if (given.value !== undefined && number === null)
      refuse(
        "value",
        "value_error",
        "Value error, write one number of at most 30 digits, such as 98.8, 86 149 or -1,2",
      );
    const words = given.q?.trim() ?? "";
    const key = given.series ?? null;
    if (words === "" && key === null)
      refuse("series", "missing", "Field required: give the key of a series, or words in `q`");
    if (words !== "" && key !== null) refuse("series", "value_error", "Value error, give either `series` or `q`");
    const period = given.period === undefined ? null : parsePeriod(given.period);
    if (given.period !== undefined && period === null)
      refuse(
        "period",
        "date_parsing",
        "Input should be a period from 1700 to 2199: YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD",
      );
    const territory = given.geo?.trim() || null;
    if (territory !== null && (territory.includes(",") || ["all", ...LEVELS].includes(territory)))
      refuse("geo", "value_error", "Value error, give the code of one territory");
    const on = readDay("on", given.on, refuse);
    return {given, asked: {number: number!, about: key === null ? {words} : {key}, period, territory, on}};
  });
}

export function refuseOtherTerritory(geo: string, own: string): never {
  const msg = `Value error, the series is of ${own}, not of ${geo}: leave geo out, or give the key of that territory`;
  throw new InvalidParameters([{loc: ["query", "geo"], msg, type: "value_error"}]);
}
