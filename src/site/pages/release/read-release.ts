// Everything that the page and the picture of a release show, read in one snapshot within what a visit may take.
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {findPublishedRelease, type PublishedRelease} from "../../../store/releases/published-release.ts";
import {
  type FoundHeadlines,
  type HeadlineStart,
  type LocatedHeadline,
  readReleaseHeadlines,
} from "../../../store/releases/release-headlines.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import type {Budget} from "../../../work/budget.ts";
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {type InLanguage, nameRows, nameSeries} from "../../words/own-names.ts";
import {RELEASE_WORDS} from "./words.ts";

/** A headline with its periods as first days, YYYY-MM-DD. */
export interface ShownHeadline {
  readonly series: InLanguage<FoundSeries>;
  readonly period: string;
  readonly value: number;
  readonly knownBefore: number | null;
  readonly previous: (Omit<NonNullable<LocatedHeadline["previous"]>, "period"> & {readonly period: string}) | null;
  readonly yearBefore: number | null;
}

export interface ReleaseView extends Pick<FoundHeadlines, "next" | "isCut"> {
  readonly release: InLanguage<PublishedRelease>;
  /** The load run that changed the dataset last. */
  readonly changedBy: string;
  readonly headlines: readonly ShownHeadline[];
}

interface Wanted {
  readonly start: HeadlineStart;
  readonly most: number;
}

/** The release that the path names. @throws PageFault 404 */
export async function readRelease(visit: Visit, wanted: Wanted): Promise<ReleaseView> {
  const {site, params, budget, language} = visit;
  const id = /^[1-9]\d{0,8}$/.test(params["id"] ?? "") ? Number(params["id"]) : null;
  const view =
    id === null
      ? null
      : await site.store.statistics.readWithRests(
          (q) => readView(q, site.catalogues, {id, wanted, language}, budget),
          budget,
        );
  if (view === null) throw new PageFault(404, "there is no such release", null, RELEASE_WORDS[language].gonePage);
  return view;
}

/** null: there is no such release. */
function* readView(
  q: Queries,
  catalogues: CatalogueCache,
  {id, wanted, language}: {readonly id: number; readonly wanted: Wanted; readonly language: Language},
  budget: Budget,
): Script<ReleaseView | null> {
  const published = yield* findPublishedRelease(q, id);
  const [dataset] = published === null ? [] : yield* findDatasets(q, published);
  if (published === null || dataset === undefined) return null;
  const found = yield* readReleaseHeadlines(q, catalogues, {dataset, release: published}, wanted, budget);
  const names = found.headlines.map(({catalogue, position}) => ({
    datasetId: dataset.id,
    key: keyAt(catalogue, position),
  }));
  const described = yield* nameSeries(q, language, yield* readFoundSeries(q, names), () => dataset.id);
  const byKey = new Map(described.map((series) => [series.key, series]));
  const [release] = yield* nameRows(q, language, [published]);
  return {
    release: release!,
    changedBy: dataset.changedBy,
    headlines: found.headlines.map((one, index) => shownOf(one, byKey.get(names[index]!.key)!)),
    next: found.next,
    isCut: found.isCut,
  };
}

function shownOf(
  {periods, period, value, knownBefore, previous, yearBefore}: LocatedHeadline,
  series: InLanguage<FoundSeries>,
): ShownHeadline {
  const textOf = (ordinal: number): string => dayText(periods.days[ordinal - periods.base]!);
  return {
    ...{series, period: textOf(period), value, knownBefore, yearBefore},
    previous: previous && {...previous, period: textOf(previous.period)},
  };
}
