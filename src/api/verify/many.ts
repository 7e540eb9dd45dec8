// POST /api/v1/verify/batch and /api/v1/verify/draft: many claims at once, and the claims that a text states.
//
// Each verdict is charged as one value, like that of a single claim; a claim about no series is not. The cells are not read again here: a
// release is named, and the address of a single claim or of evidence leads to the cell.
import type {FastifyInstance} from "fastify";
import {correctedSentence} from "../../claims/draft/correction.ts";
import {type DraftLanguage, MAX_DRAFT_CLAIMS, MAX_DRAFT_LETTERS} from "../../claims/draft/verify-draft.ts";
import {verifyText} from "../../claims/text/verify-text.ts";
import {createBudget} from "../../work/budget.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {ApiError, type ErrorCode, InvalidParameters, type ParameterProblem} from "../errors.ts";
import {parseQueryString} from "../http/parameters.ts";
import {addPostRoute, JSON_TYPE} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {BATCH_BODY, BATCH_OPERATION, BATCH_SCHEMA, DRAFT_BODY, DRAFT_OPERATION, DRAFT_SCHEMA} from "./many-schema.ts";
import {describeVerdict} from "./result.ts";
import {type GivenRequest, readAnyRequest, verifyGiven} from "./verify-given.ts";

/** A hundred claims of four hundred letters, or a draft, with every letter escaped. */
const MOST_BODY_BYTES = 512 << 10;
const CLAIM_FIELDS: readonly string[] = ["value", "text", "series", "q", "period", "geo", "on"];

export function routeVerifyMany(server: FastifyInstance, context: RouteContext): void {
  const {store, catalogues, settings} = context;
  const claimContext = {statistics: store.statistics, search: store.search, catalogues};
  const common = {bodyLimit: MOST_BODY_BYTES};
  addPostRoute(server, {
    ...common,
    url: "/api/v1/verify/batch",
    operation: BATCH_OPERATION,
    body: BATCH_BODY,
    answer: BATCH_SCHEMA,
    handler: async (request, reply) => {
      const claims = readBatch(request.body);
      const results: object[] = [];
      let charged = 0;
      // all that is not charged shares one budget
      let budget = createBudget();
      const pace = createBudget();
      for (const claim of claims) {
        if (pace.isOver()) await pace.letOthersIn();
        if (budget.isSpent()) throw tooCostly();
        const verified = await verifyGiven(claimContext, claim, budget);
        if (verified.found === null) {
          results.push({claim: verified.claim, error: describeError(verified.error)});
          continue;
        }
        budget = createBudget();
        charged++;
        results.push({claim: verified.claim, ...describeVerdict(verified.found, {settings, request}, null)});
      }
      request.stages?.end("read");
      await chargeAnswer(context, request, reply, charged);
      return reply.type(JSON_TYPE).send(JSON.stringify({results}));
    },
  });
  addPostRoute(server, {
    ...common,
    url: "/api/v1/verify/draft",
    operation: DRAFT_OPERATION,
    body: DRAFT_BODY,
    answer: DRAFT_SCHEMA,
    handler: async (request, reply) => {
      const {text, language} = readDraft(request.body);
      const {claims, next} = await verifyText(claimContext, text, language, createBudget());
      request.stages?.end("read");
      const body = {
        claims: claims.map((claim) => {
          const {figure, sentence} = claim.stated;
          return {
            start: figure.start,
            end: figure.end,
            text: text.slice(figure.start, figure.end),
            sentence: {start: sentence.start, end: sentence.end},
            words: claim.stated.words,
            right: correctedSentence(text, claim, claims),
            ...describeVerdict(claim.found, {settings, request}, null),
          };
        }),
        next,
      };
      await chargeAnswer(context, request, reply, claims.length);
      return reply.type(JSON_TYPE).send(JSON.stringify(body));
    },
  });
}

function tooCostly(): InvalidParameters {
  return new InvalidParameters([
    {
      loc: ["body", "claims"],
      msg: "Value error, these claims take too long to look up: send fewer",
      type: "value_error",
    },
  ]);
}

/** A fault of one claim is told in its result, as an error that names what to do behind a colon. */
function describeError(error: ApiError | InvalidParameters): {code: ErrorCode; message: string; hint: string} {
  if (error instanceof ApiError) return {code: error.code, message: error.message, hint: error.hint!};
  const [message = "", ...hints] = error.problems[0]!.msg.replace("Value error, ", "").split(": ");
  return {code: "NOT_FOUND", message, hint: hints.join(": ")};
}

/** Throws InvalidParameters with all faults of all claims. */
function readBatch(body: unknown): GivenRequest[] {
  const claims = isObject(body) ? body["claims"] : undefined;
  const refuse = (msg: string, type: ParameterProblem["type"] = "value_error"): never => {
    throw new InvalidParameters([{loc: ["body", "claims"], msg, type}]);
  };
  if (claims === undefined) refuse("Field required: a list of claims", "missing");
  if (!Array.isArray(claims) || claims.length === 0) return refuse("Value error, give a list of claims");
  if (claims.length > MAX_DRAFT_CLAIMS) refuse(`Value error, give at most ${MAX_DRAFT_CLAIMS} claims`);
  const problems: ParameterProblem[] = [];
  const read = claims.map((claim: unknown, at) => readOne(claim, at, problems));
  if (problems.length > 0) throw new InvalidParameters(problems.slice(0, MOST_PROBLEMS));
  return read.flatMap((one) => (one === null ? [] : [one]));
}

const MOST_PROBLEMS = 100;

/** null: it has a fault, which is among the problems. */
function readOne(claim: unknown, at: number, problems: ParameterProblem[]): GivenRequest | null {
  const loc = (name: string): ParameterProblem["loc"] => ["body", "claims", at, name];
  if (!isObject(claim)) {
    problems.push({loc: ["body", "claims", at], msg: "Value error, a claim is an object", type: "value_error"});
    return null;
  }
  const query = new URLSearchParams();
  const before = problems.length;
  for (const [name, value] of Object.entries(claim)) {
    if (value === null) continue;
    if (!CLAIM_FIELDS.includes(name))
      problems.push({
        loc: loc(name.slice(0, 50)),
        msg: `Extra inputs are not permitted: a claim has ${CLAIM_FIELDS.join(", ")}`,
        type: "extra_forbidden",
      });
    else if (typeof value === "string" || typeof value === "number") query.set(name, String(value));
    else problems.push({loc: loc(name), msg: "Value error, give a text", type: "value_error"});
  }
  if (problems.length > before) return null;
  try {
    return readAnyRequest(parseQueryString(query.toString()));
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error;
    problems.push(...error.problems.map(({loc: [, name], msg, type}) => ({loc: loc(String(name)), msg, type})));
    return null;
  }
}

function readDraft(body: unknown): {text: string; language: DraftLanguage | null} {
  const {text, lang = null} = isObject(body) ? body : {};
  const problems: ParameterProblem[] = [];
  const refuse = (name: string, msg: string, type: ParameterProblem["type"]): number =>
    problems.push({loc: ["body", name], msg, type});
  if (text === undefined) refuse("text", "Field required: the text of the draft", "missing");
  else if (typeof text !== "string") refuse("text", "Value error, give a text", "value_error");
  else if (text.length > MAX_DRAFT_LETTERS)
    refuse("text", `Value error, write at most ${MAX_DRAFT_LETTERS} letters`, "value_error");
  if (lang !== null && lang !== "ru" && lang !== "en") refuse("lang", "Input should be 'ru' or 'en'", "enum");
  if (problems.length > 0) throw new InvalidParameters(problems);
  return {text: text as string, language: lang as DraftLanguage | null};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
