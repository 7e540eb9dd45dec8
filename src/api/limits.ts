// GET /api/limits: the plans and the limits by which requests are refused, for anyone.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {ANSWER_LIMITS, PLANS} from "../access/account.ts";
import {ENVELOPE_SCHEMA} from "./errors.ts";
import {closedObject} from "./http/field-schemas.ts";
import {METHODS, sendJson} from "./http/route.ts";

const LIMITS_SCHEMA = closedObject({
  plans: Type.Array(
    closedObject({
      code: Type.String(),
      name: Type.String(),
      values_per_month: Type.Union([Type.Integer(), Type.Null()]),
      requests_per_minute: Type.Integer(),
    }),
  ),
  limits: Type.Record(
    Type.String(),
    closedObject({default: Type.Union([Type.Integer(), Type.Null()]), maximum: Type.Integer()}),
  ),
});

/** By names such as `slice_series`; `default` null: no parameter changes the limit. */
const LIMITS = Object.fromEntries(
  Object.entries(ANSWER_LIMITS).map(([name, {fallback, maximum}]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    {default: fallback, maximum},
  ]),
);

const RESPONSES: Readonly<Record<number, object>> = {200: LIMITS_SCHEMA, 404: ENVELOPE_SCHEMA, 500: ENVELOPE_SCHEMA};

export function routeLimits(server: FastifyInstance): void {
  server.route({
    method: METHODS,
    url: "/api/limits",
    schema: {response: RESPONSES},
    handler: async (request, reply) => {
      const plans = PLANS.map((plan) => ({
        code: plan.code,
        name: plan.name,
        values_per_month: plan.valuesPerMonth,
        requests_per_minute: plan.requestsPerMinute,
      }));
      return sendJson(request, reply, ["limits"], {plans, limits: LIMITS});
    },
  });
}
