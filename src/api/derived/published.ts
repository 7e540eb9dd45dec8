// The series in which the publisher prints what is derived here: of the same indicator, class and territory in the same dataset.
//
// Series of one family differ only by territory, so the families are judged once, and a territory is looked up in those that fit.
import {isPercentUnit} from "../../country/series-quantity.ts";
import {type Catalogue, dimensionsAt, familyAt, keyAt, positionOfKey} from "../../statistics/catalogue/catalogue.ts";
import {
  formOfSteps,
  type GrowthWriting,
  growthOfSeries,
  type PublishedForm,
} from "../../statistics/derived/published-form.ts";
import type {Quantity} from "../../statistics/derived/quantity.ts";
import type {DeriveStep} from "../../statistics/derived/step.ts";
import {firstAtLeast} from "../../statistics/order/binary-search.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import {quantityOf} from "./quantities.ts";

export interface PublishedSame {
  readonly series_key: string;
  /** What the published value is more than the derived one: publishers print 101.2 for a change of 1.2 per cent. */
  readonly plus: Plus;
}

type Plus = -100 | 0 | 100;

/** Looks up a series of one dataset. @param position of the series in its own catalogue */
export type FindPublished = (catalogue: Catalogue, position: number) => readonly PublishedSame[];

interface FamilyOfSame {
  readonly start: number;
  readonly end: number;
  readonly plus: Plus;
}

/** A class of an indicator has a few families; more are no plain dataset. */
const MOST_FAMILIES = 100;

/** @param siblings a catalogue with all series of the classes that are looked up */
export function createPublished(
  dataset: DatasetRecord,
  siblings: Catalogue,
  steps: readonly DeriveStep[],
  declared: ReadonlyMap<string, Quantity> | undefined,
): FindPublished {
  const byFamily = new Map<number, readonly FamilyOfSame[]>();
  const {families, territory} = siblings;
  return (catalogue, position) => {
    const own = catalogue.keys === siblings.keys ? position : positionOfKey(siblings, keyAt(catalogue, position));
    if (own === -1) return [];
    const family = familyAt(families, own);
    let found = byFamily.get(family);
    if (found === undefined) {
      found = familiesOfSame(siblings, family, {dataset, steps, declared});
      byFamily.set(family, found);
    }
    const code = territory.index[own]!;
    return found.flatMap(({start, end, plus}) => {
      const at = firstAtLeast(territory.index, code, start, end);
      return at < end && territory.index[at] === code ? [{series_key: keyAt(siblings, at), plus}] : [];
    });
  };
}

interface DerivedOf {
  readonly dataset: DatasetRecord;
  readonly steps: readonly DeriveStep[];
  readonly declared: ReadonlyMap<string, Quantity> | undefined;
}

/** The families with what the steps make of a family. */
function familiesOfSame(catalogue: Catalogue, family: number, {dataset, steps, declared}: DerivedOf): FamilyOfSame[] {
  const {families, classification, indicator} = catalogue;
  const first = families[family]!;
  const dimensions = dimensionsAt(catalogue, first);
  const {meaning} = quantityOf(dataset, catalogue, first, declared);
  const form = formOfSteps(steps, meaning, dimensions.frequency);
  if (form === null) return [];
  const wanted = writingOf(steps, form);
  const hasSameNames = (at: number) =>
    at >= 0 &&
    at < families.length - 1 &&
    classification.index[families[at]!] === classification.index[first] &&
    indicator.index[families[at]!] === indicator.index[first];
  let from = family;
  while (hasSameNames(from - 1) && family - from < MOST_FAMILIES) from--;
  const same: FamilyOfSame[] = [];
  for (let at = from; hasSameNames(at) && at - from < MOST_FAMILIES; at++) {
    if (at === family) continue;
    const start = families[at]!;
    const published = {...dimensionsAt(catalogue, start), ...quantityOf(dataset, catalogue, start, declared)};
    const plus = form.startsWith("total ")
      ? totalOf(published, dimensions, form)
      : growthOf({...published, isPercent: isPercentUnit(published.unit)}, form, wanted);
    if (plus !== null) same.push({start, end: families[at + 1]!, plus});
  }
  return same;
}

/** How the derived values write a growth: `to:…:chain` gives an index where its input is one, all other steps a change in per cent. */
function writingOf(steps: readonly DeriveStep[], form: PublishedForm): GrowthWriting {
  return !form.startsWith("total ") && steps.at(-1)?.name === "to" ? "index" : "value";
}

function growthOf(
  published: Parameters<typeof growthOfSeries>[0],
  form: PublishedForm,
  wanted: GrowthWriting,
): Plus | null {
  const growth = growthOfSeries(published);
  if (growth?.form !== form) return null;
  if (growth.writing === wanted) return 0;
  return wanted === "value" ? 100 : -100;
}

type Codes = Pick<ReturnType<typeof dimensionsAt>, "measure" | "transformation" | "unit" | "frequency">;

/** A total has the codes of what it is the total of; a year of cumulative values is the plain one. */
function totalOf(published: Codes, of: Codes, form: PublishedForm): Plus | null {
  const isPlain =
    published.transformation === of.transformation ||
    (of.transformation === "level_ytd" && published.transformation === "level");
  const isSame = published.measure === of.measure && published.unit === of.unit && isPlain;
  return isSame && form === `total ${published.frequency}` ? 0 : null;
}
