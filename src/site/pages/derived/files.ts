// /series/KEY/derived.csv and .xlsx: computed values as files, named as computed in their names, heads and lines above.
import type {TableCell} from "../../../formats/series-table.ts";
import type {RowList} from "../../../statistics/row-list.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type Page, PageFault} from "../../frame/page.ts";
import {providerName} from "../../words/wording.ts";
import {countTaken, tableFile} from "../series/files.ts";
import {measuredTexts} from "../series/head.ts";
import {derivedPath, titleText} from "../series/link.ts";
import {dayChosen, dayQuery} from "../series/query.ts";
import {readSeriesView, type SeriesValue} from "../series/read-series.ts";
import {citedNames} from "../series/use.ts";
import {stepsOf} from "./choices.ts";
import {compute} from "./computation.ts";
import {DERIVED_WORDS} from "./words.ts";

function filePage(type: "csv" | "xlsx"): Page {
  return {
    path: `/series/:key/derived.${type}`,
    costly: "own",
    async draw(visit) {
      await countTaken(visit, "downloads");
      const {language, query} = visit;
      const words = DERIVED_WORDS[language];
      const view = await readSeriesView(visit, visit.params["key"] ?? "", dayChosen(visit));
      const {derived, derive} = await compute(visit, view, false);
      if (derived === null) throw new PageFault(404, "these steps are not given for the series");
      const {series, values, dataset} = derived.view;
      const prices = query.get("prices") || null;
      const wanted = {derive: prices === null ? derive : null, prices};
      const name = `${series.key}_computed.${type}`;
      if (type === "csv") {
        const head = [
          ...["series_key", "title", "geo", "derive", "formula", "unit", "freq"],
          ...["period", "computed_value", "inputs_as_of"],
        ];
        const before = [
          ...[series.key, titleText(series, language), series.territory],
          ...[derive, derived.formula, series.unit, series.frequency],
        ];
        const decimal = query.get("decimal") ?? (language === "ru" ? "comma" : "point");
        const rows = {[Symbol.iterator]: () => computedRows(before, values)};
        return tableFile(visit, {name, plain: name}, {head, rows}, decimal === "comma");
      }
      const sheet = {
        name: words.values,
        above: [
          `${words.computedHere}: ${stepsOf(view, derive, language)}`,
          `${titleText(series, language)}, ${measuredTexts(derived.view, language).join(", ")}`,
          `${words.formula}: ${derived.formula}. ${words.notPublished}`,
          [providerName(dataset.provider, language), citedNames(view, language).dataset, SERVICE[language]].join(" · "),
          visit.absolute(derivedPath(series.key), {...wanted, as_of: dayQuery(view.asOf)}),
        ],
        head: [words.period, `${words.value}, ${words.computedHere.toLowerCase()}`, words.inputsAsOf],
        dayColumns: [0, 2],
        rows: {[Symbol.iterator]: () => computedRows([], values)},
      };
      return tableFile(visit, {name, plain: name}, [sheet]);
    },
  };
}

export const derivedCsv = filePage("csv");
export const derivedXlsx = filePage("xlsx");

function* computedRows(before: readonly TableCell[], values: RowList<SeriesValue>): Iterator<readonly TableCell[]> {
  for (const {first, value, day} of values) yield [...before, dayText(first), value, dayText(day)];
}
