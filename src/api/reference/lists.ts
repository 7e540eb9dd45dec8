// The seven reference lists, in the order in which the document names them.
import type {FastifyInstance} from "fastify";
import type {RouteParts} from "../route-parts.ts";
import {routeCodes} from "./codes.ts";
import {routeContinuity} from "./continuity.ts";
import {routeDatasets} from "./datasets.ts";
import {routeGeo} from "./geo.ts";
import {routeMethodology} from "./methodology.ts";
import {routeRelated} from "./related.ts";
import {routeUnits} from "./units.ts";

export function routeReferences(server: FastifyInstance, parts: RouteParts): void {
  routeDatasets(server, parts);
  routeGeo(server, parts);
  routeCodes(server, parts);
  routeMethodology(server, parts);
  routeRelated(server, parts);
  routeUnits(server, parts);
  routeContinuity(server, parts);
}
