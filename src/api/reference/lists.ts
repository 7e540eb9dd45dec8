// The reference lists, in the order in which the document names them.
import type {FastifyInstance} from "fastify";
import {createBoundedCache} from "../../work/bounded-cache.ts";
import type {RouteContext} from "../server-context.ts";
import {CODES, UNITS} from "./codes.ts";
import {CONTINUITY} from "./continuity.ts";
import {DATASETS, METHODOLOGY, RELATED} from "./datasets.ts";
import {GEO} from "./geo.ts";
import type {FinishedList} from "./list-text.ts";
import {routeReferenceList} from "./route.ts";
import {SERIES} from "./series.ts";

/** Memory for finished lists: with thousands of datasets, a list takes up to a tenth of a second to make. */
const FINISHED_BYTES = 32 * 1024 * 1024;

export function routeReferences(server: FastifyInstance, context: RouteContext): void {
  const finished = createBoundedCache<FinishedList>(FINISHED_BYTES);
  routeReferenceList(server, context, finished, DATASETS);
  routeReferenceList(server, context, finished, GEO);
  routeReferenceList(server, context, finished, CODES);
  routeReferenceList(server, context, finished, METHODOLOGY);
  routeReferenceList(server, context, finished, RELATED);
  routeReferenceList(server, context, finished, UNITS);
  routeReferenceList(server, context, finished, CONTINUITY);
  routeReferenceList(server, context, finished, SERIES);
}
