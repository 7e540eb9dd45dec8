// GET /api/limits: the plans, for anyone.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {PLANS} from "../access/account.ts";
import {ENVELOPE_SCHEMA} from "./errors.ts";
import {isHeld, weakEtag} from "./http/headers.ts";

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

const RESPONSES: Readonly<Record<number, object>> = {200: LIMITS_SCHEMA, 404: ENVELOPE_SCHEMA, 500: ENVELOPE_SCHEMA};

export function routeLimits(server: FastifyInstance): void {
  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: "/api/limits",
    schema: {response: RESPONSES},
    handler: async (request, reply) => {
      const plans = PLANS.map((plan) => ({
        code: plan.code,
        name: plan.name,
        values_per_month: plan.valuesPerMonth,
        requests_per_minute: plan.requestsPerMinute,
      }));
      const body = JSON.stringify({plans});
      const etag = weakEtag(["limits", body]);
      if (isHeld(request, reply, etag)) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(body);
    },
  });
}
