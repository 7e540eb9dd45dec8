// The bodies and the answers of POST /api/v1/verify/batch and /draft, for the OpenAPI document and for the tests of answers.
import {Type} from "typebox";
import {MAX_DRAFT_CLAIMS, MAX_DRAFT_LETTERS} from "../../claims/draft/verify-draft.ts";
import {closedObject, nullable, text} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";
import {CLAIM_SCHEMA, VERDICT_FIELDS, VERIFY_PARAMETERS} from "./schema.ts";

const {properties: VERDICT} = closedObject(VERDICT_FIELDS);

export const BATCH_BODY = closedObject({
  claims: Type.Array(closedObject(VERIFY_PARAMETERS.properties), {
    minItems: 1,
    maxItems: MAX_DRAFT_CLAIMS,
    description: "the claims, each with the parameters of a single one",
  }),
});

const RESULT_SCHEMA = closedObject({
  claim: CLAIM_SCHEMA,
  ...Object.fromEntries(Object.entries(VERDICT).map(([name, schema]) => [name, Type.Optional(schema)])),
  error: Type.Optional(
    closedObject({
      code: text("code of the error, as a single claim gets it"),
      message: text("what went wrong, for a person to read"),
      hint: text("what to do"),
    }),
  ),
});

export const BATCH_SCHEMA = closedObject({
  results: Type.Array(RESULT_SCHEMA, {
    description: "one for each claim, in their order: a verdict, or `error` where there is no such series",
  }),
});

export const DRAFT_BODY = closedObject({
  text: Type.String({
    maxLength: MAX_DRAFT_LETTERS,
    description: `the text, at most ${MAX_DRAFT_LETTERS} letters (UTF-16)`,
  }),
  lang: Type.Optional(Type.Enum(["ru", "en"], {description: "language of the text; when omitted, by its letters"})),
});

const offset = (description: string) => Type.Integer({minimum: 0, description});

const DRAFT_CLAIM_SCHEMA = closedObject({
  start: offset("place of the number in the text, in UTF-16 units from 0"),
  end: offset("place behind the number and its unit"),
  text: text("the number with its unit, as written"),
  sentence: closedObject({start: offset("where its sentence begins"), end: offset("where its sentence ends")}),
  words: Type.String({description: "the words of the claim as they were understood"}),
  right: nullable(
    Type.String(),
    "the sentence with the newest published number; null if the claim is right or no other number makes it so",
  ),
  ...VERDICT_FIELDS,
});

export const DRAFT_SCHEMA = closedObject({
  claims: Type.Array(DRAFT_CLAIM_SCHEMA, {description: "in the order of the text; none overlaps another"}),
  next: nullable(
    offset("place of the first claim that was not verified"),
    `place of the first claim beyond ${MAX_DRAFT_CLAIMS}, to go on from; null if all were verified`,
  ),
});

const TOO_MUCH = {500: "`INTERNAL`: a failure of the service; `Retry-After` says when to come back."};

export const BATCH_OPERATION: Operation = {
  operationId: "verifyClaims",
  tag: "Series",
  summary: "Whether numbers were published",
  description: `Verifies up to ${MAX_DRAFT_CLAIMS} claims, each as \`/api/v1/verify\` does, without reading their cells again: \`evidence\` names the release. Each verdict is charged as one value; a claim about no series has \`error\` and is not charged.`,
  answers: {200: "The verdicts.", ...TOO_MUCH},
  headers: ["X-Values"],
  answer: "Verifications",
  components: new Map<object, string>([[RESULT_SCHEMA, "BatchVerification"]]),
  examples: [
    {
      name: "two",
      summary: "A number that was revised, and one about no series",
      path: "/api/v1/verify/batch",
      body: {
        claims: [
          {q: "gdp yearly growth", period: "2016-Q1", value: "98.8"},
          {series: "0000000000000000", value: "1"},
        ],
      },
    },
    {
      name: "noValue",
      summary: "A claim without a number",
      status: 422,
      path: "/api/v1/verify/batch",
      body: {claims: [{q: "gdp"}]},
    },
  ],
};

export const DRAFT_OPERATION: Operation = {
  operationId: "verifyDraft",
  tag: "Series",
  summary: "The numbers of a text",
  description: [
    "Finds the numbers that a text in Russian or English states about series, and verifies each: its place, its verdict as of `/api/v1/verify`, and the sentence that would be right. Subject, period and change of a number may stand in the clauses before it. Dates, ages and counts of people in a room are left out.",
    `A claim in words that are not all understood is \`ambiguous\`; one whose subject or territory no series has is \`not_published\`. At most ${MAX_DRAFT_CLAIMS} claims; each is charged as one value.`,
  ].join("\n\n"),
  answers: {200: "The claims of the text.", ...TOO_MUCH},
  headers: ["X-Values"],
  answer: "VerifiedDraft",
  components: new Map<object, string>([[DRAFT_CLAIM_SCHEMA, "DraftClaim"]]),
  examples: [
    {
      name: "growth",
      summary: "Two sentences: one number was revised, one is right",
      path: "/api/v1/verify/draft",
      body: {
        text: "Nominal GDP in 2016 was 85,881 billion rubles. In 2017 it reached 92,037 billion rubles, said 40 people.",
      },
    },
    {name: "noText", summary: "A body without a text", status: 422, path: "/api/v1/verify/draft", body: {}},
  ],
};
