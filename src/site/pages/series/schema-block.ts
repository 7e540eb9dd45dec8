// A series for search engines and previews: a schema.org Dataset, and one sentence.
import {dayText} from "../../../statistics/time/day.ts";
import type {Visit} from "../../frame/visit.ts";
import type {Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {kindWords} from "../../words/measures.ts";
import {territoryText, unitText} from "../../words/names.ts";
import {dayWords, FREQUENCY_WORDS, numberText, periodWords, providerName, spanWords} from "../../words/wording.ts";
import {datasetPath} from "../datasets/rows.ts";
import {unitOf} from "./head.ts";
import {seriesFilePath, seriesPath, titleText} from "./link.ts";
import type {SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

/** "Title. March 2026: 101.2 (per cent, against the previous month), published 10 April 2026. January 1991 – March 2026, monthly. Rosstat". */
export function seriesSentence({series, values, dataset, ...view}: SeriesView, language: Language): string {
  const period = (first: number): string => periodWords(first, series.frequency, language);
  const last = values.at(-1);
  const unit = unitOf({series});
  const kinds = kindWords({...series, provider: dataset.provider}, language);
  const measured = [...(unit === null ? [] : [unitText(unit, language)]), ...kinds].join(", ");
  const sentence = [
    titleText(series, language),
    ...(last === undefined
      ? []
      : [
          `${period(last.first)}: ${numberText(last.value, language)}${measured && ` (${measured})`}, ${SERIES_WORDS[language].published} ${dayWords(last.day, language).replace(/\.$/, "")}`,
          `${spanWords([values[0]!.first, last.first], series.frequency, language)}, ${FREQUENCY_WORDS[language][series.frequency]}`,
        ]),
    `${providerName(dataset.provider, language)}${view.asOf === null ? "" : `, ${dayText(view.asOf)}`}`,
  ].join(". ");
  return copied(sentence);
}

export function seriesBlock(visit: Visit, view: SeriesView): object {
  const {dataset, series, title, values, releases} = view;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: title,
    description: seriesSentence(view, visit.language),
    url: visit.absolute(seriesPath(series.key)),
    identifier: series.key,
    inLanguage: "ru",
    isAccessibleForFree: true,
    creator: {"@type": "Organization", name: providerName(dataset.provider, visit.language)},
    isPartOf: {"@type": "Dataset", name: dataset.name, url: visit.absolute(datasetPath(dataset))},
    spatialCoverage: territoryText(series.place, visit.language),
    temporalCoverage: values.length === 0 ? undefined : `${dayText(values[0]!.first)}/${dayText(values.at(-1)!.first)}`,
    dateModified: releases[0] === undefined ? undefined : dayText(releases[0].proof.publishedAt),
    variableMeasured: {"@type": "PropertyValue", name: title, unitText: unitOf(view) ?? undefined},
    distribution: (["csv", "xlsx"] as const).map((type) => ({
      "@type": "DataDownload",
      encodingFormat: type === "csv" ? "text/csv" : XLSX,
      contentUrl: visit.absolute(seriesFilePath(series.key, type)),
    })),
  };
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
