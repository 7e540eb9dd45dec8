// The headlines of a release with the names of their series in the language of the answer, and how one is written and charged.
import type {NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {PublishedRelease} from "../../store/releases/published-release.ts";
import type {LocatedHeadline} from "../../store/releases/release-headlines.ts";
import type {Script} from "../../store/script.ts";
import type {NameChoice} from "../../text/language.ts";
import {readCatalogueNames} from "../language/catalogue-names.ts";
import type {RouteContext} from "../server-context.ts";
import {describeSeries} from "../slice/series.ts";

export interface NamedHeadline extends LocatedHeadline {
  readonly catalogue: NamedCatalogue;
}

/** In the same order. Those of one catalogue are neighbours, and get their names together. */
export function* nameHeadlines(
  q: Queries,
  {catalogues}: Pick<RouteContext, "catalogues">,
  dataset: DatasetRecord,
  found: readonly LocatedHeadline[],
  language: NameChoice,
): Script<readonly NamedHeadline[]> {
  const named: NamedHeadline[] = [];
  for (const [catalogue, own] of Map.groupBy(found, (one) => one.catalogue)) {
    const positions = own.map(({position}) => position);
    const published = yield* catalogues.nameSome(q, dataset, catalogue, positions);
    const inLanguage = yield* readCatalogueNames(q, catalogues, dataset, published, language);
    named.push(...own.map((one) => ({...one, catalogue: inLanguage})));
  }
  return named;
}

export function describeHeadline(
  {catalogue, position, periods, period, value, knownBefore, previous, yearBefore}: NamedHeadline,
  {provider, dataset}: PublishedRelease,
): object {
  const {series_key, title, unit} = describeSeries(catalogue, position, {provider, dataset, labels: false});
  const textOf = (ordinal: number): string => dayText(periods.days[ordinal - periods.base]!);
  return {
    ...{series_key, title, unit, period: textOf(period), value, known_before: knownBefore},
    previous:
      previous === null
        ? null
        : {
            ...{period: textOf(previous.period), known_before: previous.knownBefore},
            ...{now: previous.now, withdrawn: previous.isWithdrawn},
          },
    year_before: yearBefore,
    evidence: `/api/v1/series/${series_key}/evidence?period=${textOf(period)}`,
  };
}

/** Values that a headline shows: they are charged. */
export function valuesOf({value, knownBefore, previous, yearBefore}: LocatedHeadline): number {
  const shown = [value, knownBefore, previous?.now ?? null, previous?.knownBefore ?? null, yearBefore];
  return shown.filter((one) => one !== null).length;
}
