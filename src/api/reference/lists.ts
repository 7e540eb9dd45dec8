// The reference lists, in the order in which the document names them.
import type {FastifyInstance} from "fastify";
import {createBoundedCache} from "../../work/bounded-cache.ts";
import type {RouteParts} from "../server-parts.ts";
import {CODES, UNITS} from "./codes.ts";
import {CONTINUITY} from "./continuity.ts";
import {DATASETS, METHODOLOGY, RELATED} from "./datasets.ts";
import {GEO} from "./geo.ts";
import type {FinishedList} from "./list-text.ts";
import {routeReferenceList} from "./route.ts";
import {SERIES} from "./series.ts";

/** Memory for finished lists: with thousands of datasets, a list takes up to a tenth of a second to make. */
const FINISHED_BYTES = 32 * 1024 * 1024;

export function routeReferences(server: FastifyInstance, parts: RouteParts): void {
  const finished = createBoundedCache<FinishedList>(FINISHED_BYTES);
  routeReferenceList(server, parts, finished, DATASETS);
  routeReferenceList(server, parts, finished, GEO);
  routeReferenceList(server, parts, finished, CODES);
  routeReferenceList(server, parts, finished, METHODOLOGY);
  routeReferenceList(server, parts, finished, RELATED);
  routeReferenceList(server, parts, finished, UNITS);
  routeReferenceList(server, parts, finished, CONTINUITY);
  routeReferenceList(server, parts, finished, SERIES);
}
