// What the address of a page or a file of computed values asks for. A second series is named by `prices=`, never within the steps.
import {parseSteps} from "../../../statistics/derived/step.ts";
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {readSeriesView, type SeriesView} from "../series/read-series.ts";
import {stepSubjectOf, stepsOffered} from "./choices.ts";
import {type DerivedView, declaredOf, derivedView} from "./derived-view.ts";
import {findPriceIndices, hasRealTerms, isPriceIndex, type PriceIndex} from "./price-indices.ts";

/** What is asked for. */
export interface Computation {
  readonly view: SeriesView;
  readonly offered: readonly string[];
  /** "": nothing can be computed. */
  readonly derive: string;
  /** null: that would be a wrong number, or nothing is asked for. */
  readonly derived: DerivedView | null;
  /** Offered by name. */
  readonly prices: readonly PriceIndex[];
  /** The values are amounts or prices. */
  readonly hasRealTerms: boolean;
  /** The named price index does not fit. */
  readonly hasNoPrices: boolean;
}

/** The steps of the address, else the first that is offered. @param offers whether price indices are offered: a file offers nothing */
export async function compute(visit: Visit, view: SeriesView, offers: boolean): Promise<Computation> {
  const {query, language} = visit;
  const priced = await pricesChosen(visit, view);
  const declared = declaredOf(priced === null ? [view] : [view, priced]);
  const subject = stepSubjectOf(view, declared.get(view.dataset.id)!);
  const offered = stepsOffered(view, subject);
  const [prices = []] = offers ? await findPriceIndices(visit, [{series: view.series, subject}]) : [];
  const found = {view, offered, prices, derived: null, hasRealTerms: hasRealTerms(subject), hasNoPrices: false};
  const isNamed = (query.get("prices") ?? "").trim() !== "";
  const fits =
    priced !== null &&
    isPriceIndex({key: priced.series.key, subject: stepSubjectOf(priced, declared.get(priced.dataset.id)!)}, subject);
  if (isNamed && !fits) return {...found, derive: "", hasNoPrices: true};
  const derive = isNamed ? `real:${priced!.series.key}` : ((query.get("derive") || offered[0]) ?? "");
  const steps = derive === "" ? [] : parseSteps(derive);
  const others = new Map(priced === null ? [] : [[priced.series.key, priced]]);
  // a second series is named by itself, never within the steps of the address
  const isReadable = !("problem" in steps) && steps.every((step) => !("key" in step) || others.has(step.key));
  if (!isReadable || steps.length === 0) return {...found, derive};
  return {...found, derive, derived: await visit.withRests(derivedView(view, steps, others, declared, language))};
}

/** null: none is named, or there is no such series. */
async function pricesChosen(visit: Visit, {asOf}: SeriesView): Promise<SeriesView | null> {
  const key = /(?:^|\/series\/)([0-9a-z]{16})(?![0-9a-z])/.exec((visit.query.get("prices") ?? "").trim())?.[1];
  if (key === undefined) return null;
  try {
    return await readSeriesView(visit, key, asOf);
  } catch (error) {
    if (error instanceof PageFault) return null;
    throw error;
  }
}
