// GET /api/limits: the plans, for anyone.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {PLANS} from "../access/plan.ts";
import {ENVELOPE_SCHEMA} from "./errors.ts";

const closed = {additionalProperties: false};

const LIMITS_SCHEMA = Type.Object(
  {
    plans: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          name: Type.String(),
          values_per_month: Type.Union([Type.Integer(), Type.Null()]),
          requests_per_minute: Type.Integer(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export function routeLimits(server: FastifyInstance): void {
  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: "/api/limits",
    schema: {response: {200: LIMITS_SCHEMA, 404: ENVELOPE_SCHEMA, 500: ENVELOPE_SCHEMA}},
    handler: async (_request, reply) => {
      const plans = PLANS.map((plan) => ({
        code: plan.code,
        name: plan.name,
        values_per_month: plan.valuesPerMonth,
        requests_per_minute: plan.requestsPerMinute,
      }));
      return reply.type("application/json; charset=utf-8").send(JSON.stringify({plans}));
    },
  });
}
