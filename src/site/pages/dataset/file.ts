// /datasets/PROVIDER/CODE/file: the picked series of a dataset as one file, for an account. Its values are charged like those of the API;
// the page shows their number first.
//
// The file is a form, so that no prefetch and no reload of a link charges anything. A file that fails gives its charge back.

import {findPlan, monthOf, nextMonthDay, usageDay, valuesLeft} from "../../../access/account.ts";
import {longTable, type Table, type TableSeries, tableToCsv} from "../../../formats/series-table.ts";
import {type Sheet, tablesToXlsx} from "../../../formats/table-xlsx.ts";
import {type Catalogue, codeAt, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {createObservations, openWindow, readWindow, valueAt} from "../../../statistics/history/window.ts";
import {type Day, type PeriodTable, periodTable} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import {readHistories} from "../../../store/series/history.ts";
import {readFoundSeries} from "../../../store/series/named-series.ts";
import {formFields} from "../../forms/forms.ts";
import {type Answer, file, PageFault, privatePage} from "../../frame/page.ts";
import type {Form, Visit} from "../../frame/visit.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import {html} from "../../widgets/html.ts";
import {nameText, nameWords} from "../../words/names.ts";
import {countText, dayWords, numberText} from "../../words/wording.ts";
import {ownedPage} from "../account/owner.ts";
import {datasetLink, datasetPath} from "../datasets/rows.ts";
import {attachment, XLSX} from "../series/files.ts";
import {PARAMETERS, pickSeries, readPicks} from "./picks.ts";
import {DATASET_WORDS} from "./words.ts";

/** Larger selections are for the API, which gives them in parts and plans the requests. */
const MOST_SERIES = 20_000;
const MOST_VALUES = 300_000;
/** Series that are read in one step. */
const AT_ONCE = 250;

export const datasetFilePage = ownedPage({
  path: "/datasets/:provider/:code/file",
  async draw(visit, owner) {
    const asked = await readAsked(visit);
    const {dataset, catalogue, positions} = asked;
    const {language, site} = visit;
    const words = DATASET_WORDS[language];
    const number = (count: number): string => numberText(count, language);
    const values = await countValues(visit, asked);
    const used = await site.store.charges.used(owner.accountId, monthOf(site.now().getTime()));
    const left = valuesLeft(planOf(owner).valuesPerMonth, used);
    const isTooLarge = values === null || values > MOST_VALUES;
    const facts: readonly FactRow[] = [
      [words.series, `${number(positions.length)} ${words.of} ${number(catalogue.size)}`],
      [words.price, values === null ? null : countText(values, "value", language)],
      [words.left, left === null ? words.unlimited : number(left)],
    ];
    const mayTake = !isTooLarge && positions.length > 0 && (left === null || values <= left);
    const action = visit.link(visit.path, pickedQuery(visit));
    return privatePage({
      title: `${words.wholeFile}: ${nameText(dataset.name, visit.language)}`,
      main: html`<p class="over">${datasetLink(visit, dataset)}</p>
<h1>${words.wholeFile}</h1>
<p class="lead">${nameWords(dataset.name, visit.language)}</p>
${factList(facts)}
<p>${words.priceIs}</p>
${isTooLarge && html`<p class="notice warn">${words.tooLarge} ${number(MOST_VALUES)}. <a href="${visit.link(datasetPath(dataset))}#data">${words.pickFewer}</a></p>`}${
  !isTooLarge &&
  !mayTake &&
  positions.length > 0 &&
  html`<p class="notice warn">${words.overQuota} ${dayWords(nextMonthDay(site.now().getTime()), language)}.</p>`
}${
  mayTake &&
  html`<form method="post" class="inline-form" action="${action}">${await formFields(visit)}
<button name="type" value="xlsx">XLSX</button> <button class="quiet" name="type" value="csv">CSV</button></form>`
}`,
    });
  },
  async act(visit, owner, form) {
    const asked = await readAsked(visit);
    return visit.site.wholeFiles.enter({hasToken: true, name: `${owner.accountId}`}, visit.gone(), () =>
      chargedFile(visit, owner, asked, form),
    );
  },
});

/** The parameters of the picks, in the address of the form. */
function pickedQuery({query}: Visit): Record<string, string> {
  const names = [...Object.values(PARAMETERS), "lang"];
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));
}

interface Asked {
  readonly dataset: DatasetRecord;
  readonly catalogue: Catalogue;
  readonly positions: readonly number[];
}

async function readAsked({site, params, query, inSlices}: Visit): Promise<Asked> {
  const found = await site.store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: params["provider"] ?? "", dataset: params["code"] ?? ""});
    return dataset === undefined ? null : {dataset, catalogue: yield* site.catalogues.read(q, dataset)};
  });
  if (found === null) throw new PageFault(404, "there is no such dataset");
  return {...found, ...(await inSlices(pickSeries(found.catalogue, readPicks(query))))};
}

function planOf({plan, accountId}: SessionOwner) {
  const found = findPlan(plan);
  if (found === null) throw new Error(`account ${accountId} has the plan "${plan}", which does not exist`);
  return found;
}

/** null: too many series to count them for a page. */
async function countValues(visit: Visit, {dataset, catalogue, positions}: Asked): Promise<number | null> {
  if (positions.length > MOST_SERIES) return null;
  let values = 0;
  for (let from = 0; from < positions.length; from += AT_ONCE) {
    const some = positions.slice(from, from + AT_ONCE);
    const histories = await readSome(visit, dataset, catalogue, some);
    for (const [at, history] of histories.entries()) values += windowOf(catalogue, some[at]!, history).window.count;
  }
  return values;
}

async function readSome({site}: Visit, dataset: DatasetRecord, catalogue: Catalogue, positions: readonly number[]) {
  const numbers = positions.map((position) => catalogue.numbers[position]!);
  const histories = await site.store.statistics.read((q) => readHistories(q, dataset.id, numbers));
  return histories.map((history, at) => {
    if (history === undefined)
      throw new Error(`series ${keyAt(catalogue, positions[at]!)} has no history in the store`);
    return history;
  });
}

function windowOf(catalogue: Catalogue, position: number, history: Uint8Array) {
  const frequency = codeAt(catalogue.frequency, position) as Frequency;
  const periods: PeriodTable = frequency === "W" ? catalogue.weeks! : periodTable(frequency);
  const whole = {from: periods.base, to: periods.base + periods.days.length - 1, asOf: null};
  return {window: openWindow(history, whole), periods};
}

/** Charges exactly the values of the file, before it is written; a failure gives them back. */
async function chargedFile(visit: Visit, owner: SessionOwner, asked: Asked, form: Form): Promise<Answer> {
  const {site} = visit;
  if (asked.positions.length > MOST_SERIES) throw new PageFault(413, "the file would have too many series");
  const series = await readTable(visit, asked);
  const values = series.reduce((sum, one) => sum + one.values.length, 0);
  const at = site.now().getTime();
  const {accountId} = owner;
  const charge = {requestId: visit.requestId, accountId, month: monthOf(at), day: usageDay(at), values};
  const {fits} = await site.charges.reserve(charge, planOf(owner).valuesPerMonth);
  if (!fits) throw new PageFault(429, "the values of this month are used up");
  try {
    return await written(visit, asked, series, form.text("type") === "csv" ? "csv" : "xlsx");
  } catch (error) {
    await site.charges.giveBack(charge);
    throw error;
  }
}

const observations = createObservations();

/** Throws PageFault 413. */
async function readTable(visit: Visit, {dataset, catalogue, positions}: Asked): Promise<TableSeries[]> {
  const tables: TableSeries[] = [];
  let count = 0;
  for (let from = 0; from < positions.length; from += AT_ONCE) {
    const some = positions.slice(from, from + AT_ONCE);
    const names = some.map((position) => ({datasetId: dataset.id, key: keyAt(catalogue, position)}));
    const found = await visit.site.store.statistics.read((q) => readFoundSeries(q, names));
    const described = new Map(found.map((one) => [one.key, one]));
    const histories = await readSome(visit, dataset, catalogue, some);
    for (const [at, position] of some.entries()) {
      const one = described.get(keyAt(catalogue, position));
      // a load came in between: a file of two states would be wrong
      if (one === undefined) throw new PageFault(503, "the dataset has changed meanwhile", 5);
      const {window, periods} = windowOf(catalogue, position, histories[at]!);
      count += window.count;
      if (count > MOST_VALUES) throw new PageFault(413, "the file would have too many values");
      readWindow(window, periods, observations);
      tables.push({
        ...{key: one.key, title: "", dimensions: dataset.dimensions, frequency: one.frequency},
        ...{classification: one.classification ?? "", className: one.className ?? ""},
        ...{measure: one.measure ?? "", transformation: one.transformation ?? ""},
        ...{unit: one.unit ?? "", unitName: one.unitName ?? "", lastPeriod: one.lastPeriod, status: one.status},
        ...{territory: one.territory, territoryName: one.place.name, level: one.place.level},
        values: Array.from({length: observations.count}, (_, row) => ({
          first: observations.period[row]! as Day,
          value: valueAt(observations, row),
          day: observations.asOf[row]! as Day,
        })),
      });
    }
  }
  return tables;
}

/** With words for the columns, and days as dates. */
function readable({head, rows}: Table, {name}: DatasetRecord, language: Visit["language"]): Sheet {
  const words: Readonly<Record<string, string>> = DATASET_WORDS[language].columns;
  const dayColumns = ["period", "as_of", "last_period"].map((column) => head.indexOf(column));
  return {
    name: DATASET_WORDS[language].data,
    above: [name],
    head: head.map((one) => words[one] ?? one),
    dayColumns,
    rows,
  };
}

async function written(
  {inSlices, language}: Visit,
  {dataset}: Asked,
  series: readonly TableSeries[],
  type: "csv" | "xlsx",
): Promise<Answer> {
  const table = longTable(series);
  const headers = {"content-disposition": attachment(`${dataset.code}.${type}`), "x-robots-tag": "noindex"};
  const kept = "no-store";
  if (type === "xlsx")
    return file({type: XLSX, body: await inSlices(tablesToXlsx([readable(table, dataset, language)])), headers, kept});
  const isComma = language === "ru";
  const body = await inSlices(tableToCsv(table, isComma ? "comma" : "point", isComma));
  return file({type: "text/csv; charset=utf-8", body, headers, kept});
}
