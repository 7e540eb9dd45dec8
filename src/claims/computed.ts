// What is computed here where no publisher has a figure: the yearly inflation of a month, from the monthly indices.
//
// It stands beside the verdict `not_published` and never makes a match: a claim is judged by published values only [verify.computed]. Which series
// is computed from which, the tiles of the home page say: one tile lists a published series and, for want of it, another with steps. Where
// these steps don't make the very form that the published series has, nothing is computed.
import {quantityOfCodes, type SeriesQuantity} from "../country/series-quantity.ts";
import {readTileSources, type TileSource} from "../reference/home-lists.ts";
import {codeAt, keyAt} from "../statistics/catalogue/catalogue.ts";
import type {Decimal} from "../statistics/claim/claim.ts";
import {agreementWith} from "../statistics/claim/judge.ts";
import {findPeriod, toRounded} from "../statistics/derived/columns.ts";
import {derive} from "../statistics/derived/derive.ts";
import {formulasOf} from "../statistics/derived/formula.ts";
import {formOfSteps, growthOfSeries} from "../statistics/derived/published-form.ts";
import {parseSteps} from "../statistics/derived/step.ts";
import {valuesInForce} from "../statistics/latest/values-in-force.ts";
import {type Day, NO_DAY} from "../statistics/time/day.ts";
import {findDatasets} from "../store/datasets/dataset.ts";
import {readDeclaredQuantities} from "../store/datasets/declared-quantities.ts";
import type {Queries} from "../store/engines/differences.ts";
import type {Script} from "../store/script.ts";
import type {CatalogueCache} from "../store/series/catalogue-cache.ts";
import {findSeriesOfKey, readHistory, readPeriods, type SeriesOfKey} from "../store/series/series-of-key.ts";
import {isUnitOfPerCent} from "./find-meant.ts";
import type {JudgedSeries} from "./judge-series.ts";

export interface ComputedInstead {
  /** The published series that it is computed from. */
  readonly from: SeriesOfKey;
  /** The steps, as in `derive` of derived values. */
  readonly derive: string;
  readonly formula: string;
  /** In per cent. */
  readonly value: number;
  /** The first day of its period. */
  readonly period: Day;
  /** The day on which the last of its inputs was published. */
  readonly asOf: Day;
  readonly agrees: boolean;
}

/** Of this size a number is mostly an index of what was 100. */
const LEAST_INDEX = 50;
/** Inputs are rounded to hundredths: what a year of them makes is sure to a tenth. */
const SURE = 0.05;

/** null: nothing is declared, an input is missing, or the number may be an index. @param judged has no value for the period */
export function* computeInstead(
  q: Queries,
  catalogues: CatalogueCache,
  judged: JudgedSeries,
  number: Decimal,
): Script<ComputedInstead | null> {
  const claimed = Number(number.digits) / 10 ** number.decimals;
  if (judged.period === null || Math.abs(claimed) > LEAST_INDEX) return null;
  for (const source of sourcesInstead(judged.found)) {
    const from = yield* findSource(q, catalogues, source, judged.found);
    const computed = from === null ? null : yield* computeFrom(q, catalogues, from, source.derive, judged);
    if (computed === null) continue;
    const {value} = computed;
    return {...computed, agrees: agreementWith(number, value) !== null || Math.abs(claimed - value) <= SURE};
  }
  return null;
}

type DerivedSource = TileSource & Record<"dataset" | "derive", string>;

/** The sources with steps of the tile that lists the series. */
function sourcesInstead({dataset, series}: SeriesOfKey): readonly DerivedSource[] {
  const fits = (wanted: string | null, own: string | null): boolean => wanted === null || wanted === own;
  const isOwn = (one: TileSource): boolean =>
    one.derive === null &&
    one.dataset === `${dataset.provider}/${dataset.code}` &&
    one.classification === series.classification &&
    fits(one.indicator, series.indicator) &&
    fits(one.measure, series.measure) &&
    fits(one.transformation, series.transformation) &&
    fits(one.frequency, series.frequency);
  const listed = readTileSources().filter(isOwn);
  return readTileSources().filter(
    (one): one is DerivedSource =>
      one.dataset !== null &&
      one.derive !== null &&
      listed.some(({country, tile}) => one.country === country && one.tile === tile),
  );
}

/** null: no series alone is listed for the territory. */
function* findSource(
  q: Queries,
  catalogues: CatalogueCache,
  source: DerivedSource,
  {series: {fullTerritory}}: SeriesOfKey,
): Script<SeriesOfKey | null> {
  const [provider = "", code = ""] = source.dataset.split("/");
  const [dataset] = yield* findDatasets(q, {provider, dataset: code});
  if (dataset === undefined) return null;
  const only = (one: string | null): readonly string[] | null => (one === null ? null : [one]);
  const filters = {
    classification: only(source.classification),
    measure: only(source.measure),
    transformation: only(source.transformation),
    frequency: only(source.frequency),
    unit: null,
    territory: {kind: "codes", codes: [fullTerritory.canonical]} as const,
  };
  const selected = yield* catalogues.select(q, dataset, filters, true);
  const {catalogue, positions} = yield* catalogues.readPage(q, dataset, selected, {offset: 0, limit: 2});
  const [position, another] = positions;
  if (position === undefined || another !== undefined) return null;
  if (source.indicator !== null && codeAt(catalogue.indicator, position) !== source.indicator) return null;
  return yield* findSeriesOfKey(q, keyAt(catalogue, position));
}

/** null: the steps make another form than the series of the claim has, or no value for its period. */
function* computeFrom(
  q: Queries,
  catalogues: CatalogueCache,
  from: SeriesOfKey,
  text: string,
  judged: JudgedSeries,
): Script<Omit<ComputedInstead, "agrees"> | null> {
  const {series} = from;
  const steps = parseSteps(text);
  if ("problem" in steps) throw new Error(`the steps of a tile can't be read: ${steps.problem}`);
  const {meaning, isAdjusted} = yield* quantityIn(q, from);
  const wanted = judged.found.series;
  const isPercent = isUnitOfPerCent(wanted.unit, wanted.unitLabel?.name ?? null);
  const growth = growthOfSeries({...wanted, isPercent, ...(yield* quantityIn(q, judged.found))});
  const form = formOfSteps(steps, meaning, series.frequency);
  if (growth === null || form !== growth.form) return null;
  const periods = yield* readPeriods(q, catalogues, from);
  const columns = valuesInForce(yield* readHistory(q, from), periods, series.frequency, NO_DAY);
  const weeks = series.frequency === "W" ? periods : null;
  const derived = yield* derive({columns, meaning, isAdjusted, weeks}, steps, new Map());
  const at = "refusal" in derived ? -1 : findPeriod(derived.columns, judged.period!);
  if ("refusal" in derived || at === -1) return null;
  const {value, asOf} = derived.columns;
  return {
    ...{from, derive: text, formula: formulasOf(steps, series.frequency).formula, value: toRounded(value[at]!)},
    ...{period: judged.periods.days[judged.period! - judged.periods.base]!, asOf: asOf[at]!},
  };
}

function* quantityIn(q: Queries, {dataset, series}: SeriesOfKey): Script<SeriesQuantity> {
  return quantityOfCodes(dataset, series, yield* readDeclaredQuantities(q, dataset.id));
}
