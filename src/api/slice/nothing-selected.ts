// The refusal of a selection without series, with a hint that names codes of the dataset.
//
// The hint looks at all series, and at names of classes, so it has a read of its own that gives way. A load may come before it: then there may
// be nothing to hint at.

import type {SeriesFilters} from "../../statistics/catalogue/selection.ts";
import {emptySelectionHint} from "../../statistics/catalogue/selection-hint.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {createBudget} from "../../work/budget.ts";
import {ApiError} from "../errors.ts";
import type {RouteContext} from "../server-context.ts";
import {NothingSelected} from "./page.ts";

/** What follows a read that failed: NOT_FOUND with a hint if no series was selected, else its own error. Throws in any case. */
export async function explainEmpty(
  {store, catalogues}: Pick<RouteContext, "store" | "catalogues">,
  filters: SeriesFilters,
  error: unknown,
): Promise<never> {
  if (!(error instanceof NothingSelected)) throw error;
  const {message} = error;
  const hint = await store.statistics.readWithRests((q) => hintFor(q, catalogues, error, filters), createBudget());
  throw new ApiError("NOT_FOUND", message, {hint});
}

function* hintFor(
  q: Queries,
  catalogues: CatalogueCache,
  code: {readonly provider: string; readonly dataset: string},
  filters: SeriesFilters,
): Script<string> {
  const [dataset] = yield* findDatasets(q, code);
  if (dataset === undefined) return "the dataset was removed meanwhile";
  const catalogue = yield* catalogues.read(q, dataset);
  const names = yield* catalogues.openNames(q, dataset, catalogue, "some");
  const hint = emptySelectionHint(catalogue, filters, names);
  for (let step = hint.next(); ; step = hint.next()) {
    if (step.done) return step.value === "" ? "the dataset has changed meanwhile: ask again" : step.value;
    if (step.value === undefined) yield;
    else yield* names.pass(q, step.value);
  }
}
