// The names in a letter in the language of its reader. A webhook has the published ones, whatever the language.
//
// A per cent is nothing without what it is of, so the unit of a letter says that too: "per cent · against the previous month".
import type {MessageBody, SeriesInMessage} from "../../service/message-body.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {findSeriesOfKey} from "../../store/series/series-of-key.ts";
import {measuredText} from "../pages/series/head.ts";
import {titleText} from "../pages/series/link.ts";
import type {Language} from "../words/language.ts";
import {nameDatasets, nameRows, nameSeries} from "../words/own-names.ts";

export interface LetterBody extends Omit<MessageBody, "series"> {
  /** `frequency` absent: the series is gone since, so its periods are told by their first days. */
  readonly series: (SeriesInMessage & {readonly frequency?: Frequency}) | null;
}

/** A dataset or a series that is gone keeps the names of its message. */
export function* nameLetter(q: Queries, language: Language, body: MessageBody): Script<LetterBody> {
  const {provider_code: provider, dataset_code: dataset, name, series} = body;
  const [row] = yield* nameRows(q, language, [{provider, dataset, name}]);
  const found = series === null ? null : yield* findSeriesOfKey(q, series.series_key);
  if (series === null || found === null) return {...body, name: row!.name!};
  const [named] = yield* nameSeries(q, language, [found.series], () => found.dataset.id);
  const [own] = yield* nameDatasets(q, language, [found.dataset]);
  const unit = measuredText({series: named!, dataset: own!}, language);
  return {
    ...body,
    name: row!.name!,
    series: {
      ...{...series, title: language === "ru" ? series.title : titleText(named!, language)},
      ...{unit: unit === "" ? null : unit, frequency: found.series.frequency},
    },
  };
}
