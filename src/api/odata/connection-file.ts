// GET /odata.pbids: the file that Power BI opens to connect to this service. It holds the address and nothing secret: no token needed.
import type {FastifyInstance} from "fastify";
import {ODATA_ROOT} from "../http/headers.ts";
import {absoluteBase} from "./request.ts";

export function routeConnectionFile(server: FastifyInstance, publicUrl: string | null): void {
  server.route({
    method: ["GET", "HEAD"],
    url: "/odata.pbids",
    handler: async (request, reply) => {
      const url = `${absoluteBase(publicUrl, request)}${ODATA_ROOT}`;
      const file = {version: "0.1", connections: [{details: {protocol: "odata", address: {url}}, mode: "Import"}]};
      return reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", 'attachment; filename="ryad.pbids"')
        .send(`${JSON.stringify(file, null, 2)}\n`);
    },
  });
}
