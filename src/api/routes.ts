// The routes of the API that need a token, in the order of the document. Each is a function that adds itself to a server.
import {routeCalendar} from "./calendar.ts";
import {routeChanges} from "./changes/route.ts";
import {routeDerived} from "./derived/route.ts";
import {routeEstimates} from "./estimates/route.ts";
import {routeFiles} from "./files/route.ts";
import {routeJsonStatDimensions} from "./jsonstat/dimensions.ts";
import {routeJsonStat} from "./jsonstat/route.ts";
import {routeOData} from "./odata/route.ts";
import {routePanel} from "./panel/route.ts";
import {routeReferences} from "./reference/lists.ts";
import {routeRelease, routeReleases} from "./releases/route.ts";
import {routeSdmx} from "./sdmx/route.ts";
import {routeConcepts} from "./search/concepts.ts";
import {routeSearch} from "./search/route.ts";
import {routeEvidence} from "./series/evidence.ts";
import {routeNamedObservations} from "./series/named-observations.ts";
import {routeObservations} from "./series/observations.ts";
import {routeRevisions} from "./series/revisions.ts";
import {routeVintages} from "./series/vintages.ts";
import {routePlan} from "./slice/plan.ts";
import {routeSlice} from "./slice/route.ts";
import {routeStates} from "./states/route.ts";
import {routeUpdates} from "./updates.ts";
import {routeVerifyMany} from "./verify/many.ts";
import {routeVerify} from "./verify/route.ts";

export const ROUTES = [
  routeSlice,
  routePlan,
  routeDerived,
  routePanel,
  routeJsonStat,
  routeJsonStatDimensions,
  routeEstimates,
  routeNamedObservations,
  routeObservations,
  routeEvidence,
  routeVintages,
  routeRevisions,
  routeReferences,
  routeFiles,
  routeUpdates,
  routeReleases,
  routeRelease,
  routeChanges,
  routeStates,
  routeCalendar,
  routeVerify,
  routeVerifyMany,
  routeSearch,
  routeConcepts,
  routeOData,
  routeSdmx,
];
