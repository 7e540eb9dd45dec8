// /updates.atom: the feed of loads (RFC 4287), one entry for each day and dataset, newest first; `?dataset=PROVIDER/CODE` follows one dataset.
//
// The counts of a day may grow until its end; its entry keeps the same id, and its time is that of the last load.

import {findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {
  type DayOfUpdates,
  readTimesOfUpdates,
  readUpdates,
  type UpdateFilters,
} from "../../../store/releases/update.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {nameText} from "../../words/names.ts";
import {countText, monthWords, providerName} from "../../words/wording.ts";
import {datasetPath} from "../datasets/rows.ts";

const ENTRIES = 60;

const WORDS = inPairs({
  title: ["Ряд: обновления", "Ryad: updates"],
  revised: ["пересмотрено", "revised"],
  reaches: ["данные по", "data up to"],
  back: ["выпуск отозван", "a release was withdrawn"],
});

const EVERY = {since: null, provider: null, dataset: null};

export const updatesFeed: Page = {
  path: "/updates.atom",
  async draw(visit) {
    const followed = visit.query.get("dataset");
    const [provider, dataset] = (followed ?? "").split("/");
    const query = followed === null ? null : {provider: provider ?? "", dataset: dataset ?? ""};
    const found = await visit.site.store.statistics.read((q) => readFeed(q, query));
    if (found === null) throw new PageFault(404, "there is no such dataset");
    const {name, days, times} = found;
    const last = days
      .map((row) => momentOf(row, times))
      .sort()
      .at(-1);
    const words = WORDS[visit.language];
    const home = visit.absolute(name === null ? "/updates" : datasetPath({provider: provider!, code: dataset!}));
    const body = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${visit.language}">
<id>${home}</id>
<title>${name === null ? words.title : `${words.title}: ${name}`}</title>
<updated>${last ?? "1970-01-01T00:00:00Z"}</updated>
<link rel="self" type="application/atom+xml" href="${visit.absolute("/updates.atom", {dataset: followed, lang: visit.language})}"/>
<link rel="alternate" type="text/html" href="${home}"/>
<author><name>Ryad</name></author>
${days.map((row) => entry(visit, row, momentOf(row, times)))}</feed>\n`;
    return file({type: "application/atom+xml; charset=utf-8", body: body.text, kept: "public, max-age=600"});
  },
};

/** @param followed null: every dataset. @returns null: there is no such dataset */
function* readFeed(q: Queries, followed: {readonly provider: string; readonly dataset: string} | null) {
  if (followed === null) return {name: null, ...(yield* readEntries(q, EVERY))};
  const [known] = yield* findDatasets(q, followed);
  if (known === undefined) return null;
  const one = {provider: known.provider, dataset: known.code};
  return {name: known.name, ...(yield* readEntries(q, {...EVERY, dataset: one}))};
}

function* readEntries(q: Queries, filters: UpdateFilters) {
  const {days} = yield* readUpdates(q, filters, 0, ENTRIES);
  const shown = [...new Set(days.map(({day}) => day))];
  return {days, times: yield* readTimesOfUpdates(q, shown)};
}

function entry(visit: Visit, row: DayOfUpdates, moment: string): Html {
  const {language} = visit;
  const words = WORDS[language];
  const told = [
    ...(row.releases === 0 ? [words.back] : []),
    countText(row.newValues, "newValue", language),
    `${row.revisedValues} ${words.revised}`,
    ...(row.latestPeriod === null ? [] : [`${words.reaches} ${monthWords(row.latestPeriod, language)}`]),
  ];
  const address = visit.absolute(datasetPath({provider: row.provider, code: row.dataset}));
  return html`<entry>
<id>${address}#${row.day}</id>
<title>${nameText(row.name, language)}</title>
<updated>${moment}</updated>
<link rel="alternate" type="text/html" href="${address}"/>
<category term="${row.provider}" label="${providerName(row.provider, language)}"/>
<summary>${told.join("; ")}</summary>
</entry>\n`;
}

function momentOf({day, provider, dataset}: DayOfUpdates, times: ReadonlyMap<string, string>): string {
  return times.get(`${day} ${provider}/${dataset}`) ?? `${day}T00:00:00Z`;
}
