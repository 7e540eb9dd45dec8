// The conformance suite: the same tests for every engine. The rest of the program may rely on the behaviour that it tests.
//
// The test file of an engine only makes new, empty places; the tests use the store as the program does.
import {registerAccountListTests} from "./account-list.suite.ts";
import {registerAccountTests} from "./accounts.suite.ts";
import {registerBlockSelectionTests} from "./block-selection.suite.ts";
import {registerBulkTests} from "./bulk.suite.ts";
import {registerCatalogueTests} from "./catalogue.suite.ts";
import {registerChangeRunTests} from "./change-runs.suite.ts";
import {registerChangeTests} from "./changes.suite.ts";
import {registerColumnTests} from "./columns.suite.ts";
import {registerDescriptionTests} from "./descriptions.suite.ts";
import {registerEngineTests} from "./engine.suite.ts";
import {registerFetchTests} from "./fetches.suite.ts";
import {registerKeyTests} from "./keys.suite.ts";
import {registerLeftAccountTests} from "./left-accounts.suite.ts";
import {registerListingTests} from "./listing.suite.ts";
import {registerListTests} from "./lists.suite.ts";
import {registerMessageTests} from "./messages.suite.ts";
import {registerMigrationTests} from "./migrations.suite.ts";
import {registerMissingTests} from "./missing.suite.ts";
import {registerOperationTests} from "./operation.suite.ts";
import {registerPlanTests} from "./plans.suite.ts";
import {registerReleaseTests} from "./releases.suite.ts";
import {registerRunTests} from "./runs.suite.ts";
import type {NewLocation} from "./samples.fixture.ts";
import {registerSearchTests} from "./search.suite.ts";
import {registerSearchDeltaTests} from "./search-deltas.suite.ts";
import {registerSearchPartTests} from "./search-part.suite.ts";
import {registerSeriesTests} from "./series.suite.ts";
import {registerSiteTests} from "./site.suite.ts";
import {registerStatisticsTests} from "./statistics.suite.ts";
import {registerTokenTests} from "./tokens.suite.ts";
import {registerTypeTests} from "./types.suite.ts";
import {registerUpdateTests} from "./updates.suite.ts";
import {registerVisitorTests} from "./visitors.suite.ts";
import {registerWindowTests} from "./windows.suite.ts";

/** Registers all tests of the suite. A title begins with the name of the engine. */
export function registerStoreTests(engine: string, newLocation: NewLocation): void {
  registerEngineTests(engine, newLocation);
  registerTypeTests(engine, newLocation);
  registerColumnTests(engine, newLocation);
  registerBulkTests(engine, newLocation);
  registerMigrationTests(engine, newLocation);
  registerStatisticsTests(engine, newLocation);
  registerDescriptionTests(engine, newLocation);
  registerReleaseTests(engine, newLocation);
  registerSeriesTests(engine, newLocation);
  registerCatalogueTests(engine, newLocation);
  registerBlockSelectionTests(engine, newLocation);
  registerKeyTests(engine, newLocation);
  registerListTests(engine, newLocation);
  registerPlanTests(engine, newLocation);
  registerUpdateTests(engine, newLocation);
  registerOperationTests(engine, newLocation);
  registerListingTests(engine, newLocation);
  registerMissingTests(engine, newLocation);
  registerFetchTests(engine, newLocation);
  registerRunTests(engine, newLocation);
  registerChangeRunTests(engine, newLocation);
  registerWindowTests(engine, newLocation);
  registerAccountTests(engine, newLocation);
  registerTokenTests(engine, newLocation);
  registerSearchTests(engine, newLocation);
  registerSearchPartTests(engine, newLocation);
  registerSearchDeltaTests(engine, newLocation);
  registerSiteTests(engine, newLocation);
  registerVisitorTests(engine, newLocation);
  registerLeftAccountTests(engine, newLocation);
  registerAccountListTests(engine, newLocation);
  registerChangeTests(engine, newLocation);
  registerMessageTests(engine, newLocation);
}
