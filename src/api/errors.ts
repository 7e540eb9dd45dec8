// Every error that a client can get: one closed table of codes, and the one place that turns a thrown error into an answer.
//
// Any thrown error of another class is an internal failure: the client gets INTERNAL without details, and the event gets the error. A 422
// is not an envelope: its body is `detail` alone.
import type {FastifyReply, FastifyRequest} from "fastify";
import {Type} from "typebox";
import {MINIMAL_JSON_TYPE} from "../formats/odata/media-type.ts";
import {closedObject} from "./http/field-schemas.ts";
import {BASIC_CHALLENGE, takesBasic, wantsStrictErrors} from "./http/headers.ts";

interface ErrorRow {
  readonly status: number;
  /** Used if the code that throws the error gives no hint. */
  readonly hint: string | null;
}

export const ERRORS = {
  UNAUTHENTICATED: {status: 401, hint: "send a token as `Authorization: Bearer TOKEN` or as `X-API-Key: TOKEN`"},
  INVALID_TOKEN: {status: 401, hint: "check that the token was copied whole, or make a new one"},
  RATE_LIMITED: {status: 429, hint: "wait for the seconds named in Retry-After"},
  SLICE_TOO_BIG: {status: 400, hint: "narrow the period, the territories or `limit`"},
  NOT_FOUND: {status: 404, hint: null},
  RANGE_NOT_SATISFIABLE: {status: 416, hint: "ask for one range that begins within the file"},
  DATASET_REQUIRED: {status: 400, hint: "name the dataset: ?dataset=provider/dataset"},
  BAD_REQUEST: {status: 400, hint: "/api/v1/odata/$metadata names the properties and functions"},
  CURSOR_GONE: {status: 410, hint: "begin again with cursor=start"},
  NOT_ACCEPTABLE: {
    status: 406,
    hint: "let Accept name application/json or */*",
  },
  NOT_IMPLEMENTED: {status: 501, hint: "leave it out, or filter and sort what comes in the client"},
  INTERNAL: {
    status: 500,
    hint: "try again later; if the error persists, send the request_id to the operator of this service",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** The code of a 422 in events; its body has none. */
export const INVALID_PARAMETERS = "INVALID_PARAMETERS";

/** A refusal in the envelope. `retryAfter` in whole seconds; `values`: how many the refused answer has. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly retryAfter: number | null;
  readonly values: number | null;
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    more: {hint?: string | null; retryAfter?: number; values?: number} = {},
  ) {
    super(message);
    this.code = code;
    this.hint = more.hint ?? ERRORS[code].hint;
    this.retryAfter = more.retryAfter ?? null;
    this.values = more.values ?? null;
    this.status = ERRORS[code].status;
  }
}

/** One refused parameter, in the words of pydantic, which clients of this interface know. */
export interface ParameterProblem {
  readonly loc: readonly [where: "query" | "path" | "body", name: string, ...(string | number)[]];
  readonly msg: string;
  readonly type: ProblemType;
}

const PROBLEM_TYPES = [
  "missing",
  "int_parsing",
  "greater_than_equal",
  "less_than_equal",
  "string_pattern_mismatch",
  "date_parsing",
  "enum",
  "extra_forbidden",
  "value_error",
] as const;
export type ProblemType = (typeof PROBLEM_TYPES)[number];

/** All faults in the parameters of one request. */
export class InvalidParameters extends Error {
  override readonly name = "InvalidParameters";
  readonly problems: readonly ParameterProblem[];

  constructor(problems: readonly ParameterProblem[]) {
    super(problems.map(({loc, msg}) => `${loc.slice(1).join(".")}: ${msg}`).join("; "));
    this.problems = problems;
  }
}

export const ENVELOPE_SCHEMA = closedObject({
  error: closedObject({
    code: Type.Enum(Object.keys(ERRORS) as ErrorCode[], {description: "code of the error"}),
    message: Type.String({minLength: 1, description: "what went wrong, for a person to read"}),
    hint: Type.Optional(Type.String({minLength: 1, description: "what to do"})),
  }),
  request_id: Type.String({minLength: 1, description: "identifier of the request, the same as in X-Request-Id"}),
});

export const VALIDATION_SCHEMA = closedObject({
  detail: Type.Array(
    closedObject({
      loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
        minItems: 2,
        description: "where: `query`, `path` or `body`, and the name of the parameter",
      }),
      msg: Type.String({minLength: 1, description: "what is wrong, for a person to read"}),
      type: Type.Enum([...PROBLEM_TYPES], {description: "kind of the fault"}),
    }),
    {minItems: 1},
  ),
});

/** The answers that any route under /api/v1/ may give beside its own. */
export const ERROR_RESPONSES = {
  400: ENVELOPE_SCHEMA,
  401: ENVELOPE_SCHEMA,
  404: ENVELOPE_SCHEMA,
  410: ENVELOPE_SCHEMA,
  422: VALIDATION_SCHEMA,
  429: ENVELOPE_SCHEMA,
  500: ENVELOPE_SCHEMA,
};

/** The body of an error answer: the envelope. */
export function errorBody(error: ApiError, requestId: string): string {
  const {code, message, hint} = error;
  return JSON.stringify({error: {code, message, ...(hint === null ? {} : {hint})}, request_id: requestId});
}

/**
 * The form that Microsoft's reader of OData requires: it rejects an answer that has any other member. Spreadsheets show the message
 * alone, so the message contains the hint as well.
 */
export function strictErrorBody(error: ApiError, requestId: string): string {
  const {code, hint} = error;
  const message = hint === null ? error.message : `${error.message}: ${hint}`;
  return JSON.stringify({
    error: {code, message, innererror: {request_id: requestId, ...(hint === null ? {} : {hint})}},
  });
}

/** Answers with the error and its headers; removes the headers of an earlier attempt to answer. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError | InvalidParameters,
): FastifyReply {
  for (const header of HEADERS_OF_AN_ANSWER) reply.removeHeader(header);
  reply.type("application/json; charset=utf-8").header("cache-control", "no-store");
  request.errorCode = error instanceof InvalidParameters ? INVALID_PARAMETERS : error.code;
  if (error instanceof InvalidParameters) {
    const detail = error.problems.map(({loc, msg, type}) => ({loc, msg, type}));
    return reply.code(422).send(JSON.stringify({detail}));
  }
  const {status} = error;
  if (status === 401) reply.header("www-authenticate", takesBasic(request) ? BASIC_CHALLENGE : "Bearer");
  if (error.values !== null) reply.header("x-values", String(error.values));
  if (error.retryAfter !== null) reply.header("retry-after", String(error.retryAfter));
  if (!wantsStrictErrors(request)) return reply.code(status).send(errorBody(error, request.id));
  return reply.code(status).type(MINIMAL_JSON_TYPE).send(strictErrorBody(error, request.id));
}

/** Headers that describe a body; removed when that body is not sent. */
const HEADERS_OF_AN_ANSWER = [
  "etag",
  "link",
  "content-length",
  "content-encoding",
  "content-disposition",
  "x-series-total",
  "x-has-more",
  "x-next-offset",
  "x-values",
  "x-withdrawn-values",
  "preference-applied",
];
