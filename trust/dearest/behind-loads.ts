// The first request behind a load: what a server does once for each state of the store is not seen by a median of repeated requests.
//
// Each try loads a small release of every large dataset first, and then asks at once. What the server does of itself behind a load, such as
// bringing its search index up to date, counts too.
import {join} from "node:path";
import type {Store} from "../../src/store/open.ts";
import type {DearRequest} from "./requests.ts";
import type {PageQuery, Server, Work} from "./server.ts";
import {loadNews, type Sizes} from "./store.ts";

const TRIES = 3;

export interface BehindLoad extends PageQuery, Work {
  readonly request: DearRequest;
}

/** Of each kind of answer one. @param keys of a series of many days, one of many territories and one of many classes */
export function firstRequests([long, tall, wide]: readonly string[]): DearRequest[] {
  return [
    "/",
    "/datasets/showdata/wide",
    "/datasets/showdata/tall",
    `/series/${long}`,
    `/series/${tall}/territories`,
    "/territories",
    `/compare?series=${[long, tall, wide].join()}`,
    "/api/v1/data?dataset=showdata/tall&geo=all&limit=50",
    "/api/v1/data?dataset=showdata/wide&geo=all&limit=50",
    `/api/v1/series/search?q=${encodeURIComponent("хлеб пшеничный")}`,
    "/api/v1/reference/series?dataset=showdata/wide",
    "/api/v1/derived?dataset=showdata/tall&geo=all&derive=change&limit=50",
    `/api/v1/odata/observations?$filter=${encodeURIComponent("dataset_code eq 'tall'")}&$top=1000`,
    `/api/v1/odata/series?$filter=${encodeURIComponent("dataset_code eq 'wide'")}&$top=1000`,
    "/sdmx/2.1/data/showdata--tall/all?lastNObservations=1",
  ].map((path) => ({name: `first behind a load: ${path}`, path, headers: {}}));
}

/** The median of some times, each behind a load of its own. */
export async function askBehindLoads(
  server: Server,
  store: Store,
  {folder, sizes}: {readonly folder: string; readonly sizes: Sizes},
  requests: readonly DearRequest[],
): Promise<BehindLoad[]> {
  const measured: BehindLoad[] = [];
  let loads = 0;
  for (const request of requests) {
    const tries: BehindLoad[] = [];
    for (let i = 0; i < TRIES; i++) {
      await server.work();
      await loadNews(store, join(folder, "news"), sizes, ++loads);
      const query = await server.ask(request.path, request.headers);
      tries.push({request, ...query, ...(await server.work())});
    }
    measured.push(tries.toSorted((one, other) => one.held - other.held)[TRIES >> 1]!);
  }
  return measured;
}
