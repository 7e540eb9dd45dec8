// The conformance kit: the same tests for every engine. What passes here is what the rest of the program may rely on.
//
// An engine's own test file gives a way to a new, empty place; everything else is asked of the store as anyone would ask it.
import {registerAccountTests} from "./store-accounts.kit.ts";
import {registerBulkTests} from "./store-bulk.kit.ts";
import {registerChangeTests} from "./store-changes.kit.ts";
import {registerColumnTests} from "./store-columns.kit.ts";
import {registerEngineTests} from "./store-engine.kit.ts";
import {registerKeyTests} from "./store-keys.kit.ts";
import {registerLeftAccountTests} from "./store-left-accounts.kit.ts";
import {registerListingTests} from "./store-listing.kit.ts";
import {registerListTests} from "./store-lists.kit.ts";
import {registerMigrationTests} from "./store-migrations.kit.ts";
import {registerMissingTests} from "./store-missing.kit.ts";
import {registerOperationTests} from "./store-operation.kit.ts";
import {registerReleaseTests} from "./store-releases.kit.ts";
import {registerRunTests} from "./store-runs.kit.ts";
import type {NewPlace} from "./store-samples.kit.ts";
import {registerSearchTests} from "./store-search.kit.ts";
import {registerSeriesTests} from "./store-series.kit.ts";
import {registerSiteTests} from "./store-site.kit.ts";
import {registerStatisticsTests} from "./store-statistics.kit.ts";
import {registerTokenTests} from "./store-tokens.kit.ts";
import {registerTypeTests} from "./store-types.kit.ts";
import {registerUpdateTests} from "./store-updates.kit.ts";
import {registerVisitorTests} from "./store-visitors.kit.ts";
import {registerWindowTests} from "./store-windows.kit.ts";

/** Registers all tests of the kit. Titles are those of the rules, behind the name of the engine. */
export function registerStoreTests(engine: string, newPlace: NewPlace): void {
  registerEngineTests(engine, newPlace);
  registerTypeTests(engine, newPlace);
  registerColumnTests(engine, newPlace);
  registerBulkTests(engine, newPlace);
  registerMigrationTests(engine, newPlace);
  registerStatisticsTests(engine, newPlace);
  registerReleaseTests(engine, newPlace);
  registerSeriesTests(engine, newPlace);
  registerKeyTests(engine, newPlace);
  registerListTests(engine, newPlace);
  registerUpdateTests(engine, newPlace);
  registerOperationTests(engine, newPlace);
  registerListingTests(engine, newPlace);
  registerMissingTests(engine, newPlace);
  registerRunTests(engine, newPlace);
  registerWindowTests(engine, newPlace);
  registerAccountTests(engine, newPlace);
  registerTokenTests(engine, newPlace);
  registerSearchTests(engine, newPlace);
  registerSiteTests(engine, newPlace);
  registerVisitorTests(engine, newPlace);
  registerLeftAccountTests(engine, newPlace);
  registerChangeTests(engine, newPlace);
}
