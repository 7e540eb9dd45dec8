// The parameters of one claim: of a request with GET, or of one claim of a batch.
import type {Static} from "typebox";
import {readFigure} from "../../claims/claim-figure.ts";
import {readClaimPeriod} from "../../claims/claim-period.ts";
import {MAX_CLAIM_LETTERS} from "../../claims/claim-words.ts";
import type {ClaimQuery, JudgedSeries} from "../../claims/judge-series.ts";
import {LEVELS} from "../../statistics/territory.ts";
import {ApiError} from "../errors.ts";
import {type QueryString, type RefuseNamed, readDay, readRequest} from "../http/parameters.ts";
import {VERIFY_PARAMETERS} from "./schema.ts";

type Given = Partial<Static<typeof VERIFY_PARAMETERS>>;

export interface GivenClaim {
  readonly given: Given;
  readonly query: ClaimQuery;
}

/** Throws InvalidParameters with all faults. */
export function readClaimRequest(query: QueryString): GivenClaim {
  return readRequest(VERIFY_PARAMETERS, query, readClaimOf);
}

function readClaimOf(given: Given, refuse: RefuseNamed): GivenClaim {
  const figure = given.value === undefined ? null : readFigure(given.value);
  if (given.value === undefined) refuse("value", "missing", "Field required: give the number, or a sentence in `text`");
  else if (figure === null)
    refuse(
      "value",
      "value_error",
      "Value error, write one number of at most 30 digits, with its unit or without: 98.8, 86 149, -1,2, 10.3 % or 92 bn rubles",
    );
  const words = given.q?.trim() ?? "";
  const key = given.series ?? null;
  if (words.length > MAX_CLAIM_LETTERS)
    refuse("q", "value_error", `Value error, write at most ${MAX_CLAIM_LETTERS} letters about the number`);
  if (words === "" && key === null)
    refuse("series", "missing", "Field required: give the key of a series, or words in `q`");
  if (words !== "" && key !== null) refuse("series", "value_error", "Value error, give either `series` or `q`");
  const period = given.period === undefined ? null : readClaimPeriod(given.period);
  if (given.period !== undefined && period === null)
    refuse(
      "period",
      "value_error",
      "Value error, write a period from 1700 to 2199: YYYY, YYYY-Qn, YYYY-MM, YYYY-MM-DD, or in words as March 2025 and Q1 2018",
    );
  const {territory, on} = readTerritoryAndDay(given, refuse);
  const {number, unit} = figure ?? {number: null, unit: null};
  return {given, query: {number: number!, unit, about: key === null ? {words} : {key}, period, territory, on}};
}

export interface GivenSentence {
  readonly text: string;
  readonly given: Given;
  readonly territory: string | null;
  readonly on: ClaimQuery["on"];
}

/** The sentence of a request with `text`. Throws InvalidParameters. */
export function readSentenceRequest(query: QueryString): GivenSentence {
  return readRequest(VERIFY_PARAMETERS, query, (given, refuse) => {
    const text = given.text ?? "";
    if (text.length > MAX_CLAIM_LETTERS)
      refuse("text", "value_error", `Value error, write at most ${MAX_CLAIM_LETTERS} letters, or send a draft`);
    for (const name of ["value", "q", "period", "series"] as const)
      if (given[name] !== undefined) refuse(name, "value_error", `Value error, give either \`text\` or \`${name}\``);
    return {text, given, ...readTerritoryAndDay(given, refuse)};
  });
}

function readTerritoryAndDay(given: Given, refuse: RefuseNamed): Pick<ClaimQuery, "territory" | "on"> {
  const territory = given.geo?.trim() || null;
  if (territory !== null && (territory.includes(",") || ["all", ...LEVELS].includes(territory)))
    refuse("geo", "value_error", "Value error, give the code of one territory");
  return {territory, on: readDay("on", given.on, refuse)};
}

export function notFound({given}: Pick<GivenClaim, "given">): ApiError {
  if (given.series !== undefined)
    return new ApiError("NOT_FOUND", `there is no series ${given.series.slice(0, 100)}`, {
      hint: "take the `series_key` from an answer of /api/v1/series/search, or give words in `q`",
    });
  return new ApiError("NOT_FOUND", "no series matches the words of `q`", {
    hint: "try fewer words, or find the key with /api/v1/series/search and give it in `series`",
  });
}

/** The code of the territory of the series, if a claim names the series by its key and another territory in `geo`; null: they agree. */
export function codeOfOtherTerritory({given, query}: GivenClaim, judged: JudgedSeries | null): string | null {
  const {territory} = query;
  if (given.series === undefined || territory === null || judged === null) return null;
  const {fullTerritory: where} = judged.found.series;
  return where.code !== territory && where.canonical !== territory ? where.canonical : null;
}

/** The claim as its answer repeats it. */
export function describeClaim({given, query}: {given: Given; query: Pick<ClaimQuery, "number">}): object {
  return {
    value: given.value!,
    decimals: query.number.decimals,
    text: given.text ?? null,
    series: given.series ?? null,
    q: given.q ?? null,
    period: given.period ?? null,
    geo: given.geo ?? null,
    on: given.on ?? null,
  };
}
