// The names in a letter in the language of its reader. A webhook has the published ones, whatever the language.
import type {ToldBody} from "../../service/told-body.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {findSeriesOfKey} from "../../store/series/series-of-key.ts";
import {unitOf} from "../pages/series/head.ts";
import {titleText} from "../pages/series/link.ts";
import type {Language} from "../words/language.ts";
import {unitText} from "../words/names.ts";
import {nameRows, nameSeries} from "../words/own-names.ts";

/** A dataset or a series that is gone keeps the names of its message. Reads nothing for Russian. */
export function* nameLetter(q: Queries, language: Language, body: ToldBody): Script<ToldBody> {
  if (language === "ru") return body;
  const {provider_code: provider, dataset_code: dataset, name, series} = body;
  const [row] = yield* nameRows(q, language, [{provider, dataset, name}]);
  const found = series === null ? null : yield* findSeriesOfKey(q, series.series_key);
  if (series === null || found === null) return {...body, name: row!.name!};
  const [named] = yield* nameSeries(q, language, [found.series], () => found.dataset.id);
  const unit = unitOf({series: named!});
  return {
    ...body,
    name: row!.name!,
    series: {...series, title: titleText(named!, language), unit: unit === null ? null : unitText(unit, language)},
  };
}
