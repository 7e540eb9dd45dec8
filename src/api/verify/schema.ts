// The parameters and the answer of GET /api/v1/verify, for checks and for the OpenAPI document.
import {Type} from "typebox";
import {MAX_CLAIM_LETTERS} from "../../claims/claim-words.ts";
import {VERDICTS} from "../../statistics/claim/judge.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import {closedObject, dayField, nullable, seriesKeyField, text} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";
import {dayParameter} from "../http/parameters.ts";
import {CELL_FIELDS} from "../series/cell-evidence.ts";

export const VERIFY_PARAMETERS = Type.Object({
  value: Type.Optional(
    Type.String({
      description:
        "the number of the claim with the digits as written: decimal point or comma, blanks between thousands, minus sign, a per cent sign or a unit behind it. It counts as rounded to its last digit; when omitted, `text` states it",
      examples: ["98.8", "86 149", "-1,2", "10.3 %"],
    }),
  ),
  text: Type.Optional(
    Type.String({
      description: `a sentence that states one number about a series, at most ${MAX_CLAIM_LETTERS} letters, in the place of \`value\`, \`q\` and \`period\`; when omitted, these give the claim`,
    }),
  ),
  series: Type.Optional(Type.String({description: "key of the series; when omitted, `q` names it"})),
  q: Type.Optional(
    Type.String({
      description: `words for the series, as in the search, at most ${MAX_CLAIM_LETTERS} letters; when omitted, \`series\` names it`,
    }),
  ),
  period: Type.Optional(
    Type.String({
      description:
        "YYYY, YYYY-Qn, YYYY-MM, the first day of the period, or words in either language, such as March 2025 or Q1 2018; the newest period when omitted",
    }),
  ),
  geo: Type.Optional(
    Type.String({
      description:
        "code of the territory, of the source or normalised; when omitted, the one that `q` names, else the country",
    }),
  ),
  on: dayParameter("day of the claim, YYYY-MM-DD: only estimates published on or before it count; all when omitted"),
});

const SERIES_FIELDS = {
  series_key: seriesKeyField("key of the series"),
  title: text("display title"),
  provider_code: text("source"),
  dataset_code: text("dataset"),
  measure: nullable(Type.String(), "measure code"),
  transformation: nullable(Type.String(), "transformation code"),
  unit: Type.String({description: "unit code; empty if there is none"}),
  freq: Type.Enum([...FREQUENCIES], {description: "frequency code"}),
  geo: text("territory code of the source"),
  geo_label: text("territory name"),
  period: nullable(
    Type.String({format: "date"}),
    "first day of the period that has the number, if it is not the period of the claim; the newest one of a month or quarter without a year",
  ),
};

const CANDIDATE_SCHEMA = closedObject({
  ...SERIES_FIELDS,
  verdict: Type.Enum([...VERDICTS], {description: "what the claim would be if it were about this series and period"}),
});

const ESTIMATE_SCHEMA = closedObject({
  value: Type.Number({description: "the published value"}),
  from: dayField("day of its publication"),
  until: nullable(Type.String({format: "date"}), "last day on which it was the newest; null: it still is"),
});

const PROOF_SCHEMA = closedObject({
  release_id: Type.Integer({minimum: 1, description: "number of the release in this installation"}),
  published_at: dayField("day on which the source published it"),
  source_file: nullable(Type.String(), "name of the file at the source"),
  source_url: nullable(Type.String(), "where the source publishes it"),
  fingerprint: Type.String({pattern: "^sha256:[0-9a-f]{64}$", description: "SHA-256 of the file or package"}),
  parser: text("parser that read the file"),
  ...CELL_FIELDS,
});

const COMPUTED_SCHEMA = closedObject({
  value: Type.Number({description: "the computed value"}),
  unit: text("its unit"),
  period: dayField("first day of its period"),
  derive: text("the steps, as in `derive` of `/api/v1/derived`"),
  formula: text("the steps as formulas"),
  inputs: closedObject({
    series_key: seriesKeyField("key of the published series"),
    title: text("display title"),
    provider_code: text("source"),
    dataset_code: text("dataset"),
    as_of: dayField("day on which the last of the values was published"),
  }),
  agrees: Type.Boolean({
    description: "whether the number is the value rounded, or differs by at most 0.05: the inputs are rounded too",
  }),
  text: text("the same as a sentence"),
});

export const CLAIM_SCHEMA = closedObject({
  value: text("the number as given"),
  decimals: Type.Integer({description: "digits after its decimal sign; below zero: zeros that are rounded"}),
  text: nullable(Type.String(), "as given"),
  series: nullable(Type.String(), "as given"),
  q: nullable(Type.String(), "as given; of `text` the words that were understood"),
  period: nullable(Type.String(), "as given; of `text` the period that it names"),
  geo: nullable(Type.String(), "as given"),
  on: nullable(Type.String({format: "date"}), "as given"),
});

export const VERDICT_FIELDS = {
  verdict: Type.Enum([...VERDICTS], {description: "what was found"}),
  series: nullable(closedObject(SERIES_FIELDS), "the series that the claim is about; null if several may be meant"),
  period: nullable(Type.String({format: "date"}), "first day of the period; null if nothing is published for it"),
  estimates: Type.Array(ESTIMATE_SCHEMA, {description: "all estimates of the period, oldest first"}),
  evidence: nullable(PROOF_SCHEMA, "the release and the cell of the estimate that decides"),
  permalink: nullable(Type.String(), "address of the page of the series as known when that estimate was published"),
  candidates: Type.Array(CANDIDATE_SCHEMA, {
    description:
      "without values: series that may be meant (`ambiguous`), those under which the claim would be true first, or that have the number (`other_territory`, `other_period`)",
  }),
  computed: nullable(
    COMPUTED_SCHEMA,
    "of `not_published`: what is computed here where no publisher has the figure; null if nothing is declared for it",
  ),
};

export const VERIFY_SCHEMA = closedObject({claim: CLAIM_SCHEMA, ...VERDICT_FIELDS});

export const VERIFY_OPERATION: Operation = {
  operationId: "verifyClaim",
  tag: "Series",
  summary: "Whether a number was published",
  description: [
    "Compares a number with all published estimates of a series for a period. `match`: the newest estimate; `rounded`: the newest estimate, rounded to the last digit of the claim; `was_true`: an earlier estimate, or the one of the day `on` that was revised later, or one that its publisher withdrew, also as the growth that such an index tells; `other_form`: an index for a growth (105.6 for 5.6 %) or a ratio; `other_unit`: thousands for millions and the like; `other_period` and `other_territory`: the number of another period of the series, or of the same indicator elsewhere, named in `candidates`; `no_match`; `ambiguous`: the words may mean several series, and they disagree; `not_published`: nothing is published for the period, or was on the day `on`; in a draft also that no series is about it, or none of its territory. For some of these `computed` tells what the service derives from published values; that is never a match.",
    "Words are read as in the search of series. The form of `period` selects the frequency. A number is never taken for a match if the words may mean another series that says otherwise. Each answer is charged as one value.",
  ].join("\n\n"),
  answers: {
    200: "The verdict.",
    404: "`NOT_FOUND`: no series has this key, or no series matches the words.",
    500: "`INTERNAL`: a failure of the service, or too many releases are being read again for the cell; `Retry-After` says when to come back.",
  },
  headers: ["X-Values"],
  answer: "Verification",
  components: new Map<object, string>([
    [CANDIDATE_SCHEMA, "ClaimCandidate"],
    [ESTIMATE_SCHEMA, "VerifiedEstimate"],
  ]),
  examples: [
    {
      name: "wasTrue",
      summary: "The growth of a quarter as it was published first",
      path: "/api/v1/verify?q=gdp%20yearly%20growth&period=2016-Q1&value=98.8",
    },
    {
      name: "ambiguous",
      summary: "Words that may mean several series",
      path: "/api/v1/verify?q=retail%20sales&period=2016-05&value=100.1",
    },
    {
      name: "noSeries",
      summary: "A key that no series has",
      status: 404,
      path: "/api/v1/verify?series=0000000000000000&value=1",
    },
    {
      name: "sentence",
      summary: "A sentence",
      path: "/api/v1/verify?text=Annual%20inflation%20in%20March%202025%20was%2010.3%20%25",
    },
    {
      name: "computed",
      summary: "An inflation that no publisher prints, computed from the monthly indices",
      path: "/api/v1/verify?q=annual%20inflation&period=2026-03&value=5.9",
    },
    {name: "noNumber", summary: "A value that is no number", status: 422, path: "/api/v1/verify?q=gdp&value=many"},
  ],
};
