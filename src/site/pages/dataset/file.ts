// /datasets/PROVIDER/CODE/file: the picked series of a dataset as one file, for an account. Its values are charged like those of the API;
// the page shows their number first.
//
// The file is a form, so that no prefetch and no reload of a link charges anything. It is CSV, or an XLSX for people, with words for the
// columns and days as dates.
import {monthOf, nextMonthDay, usageDay, valuesLeft} from "../../../access/account.ts";
import {longTable, type SeriesTable, type TableSeries} from "../../../formats/series-table.ts";
import type {XlsxSheet} from "../../../formats/table-xlsx.ts";
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {formFields} from "../../forms/forms.ts";
import {ownedPage, planOf} from "../../forms/sessions.ts";
import type {SignInPurpose} from "../../forms/sign-in-purpose.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type File, PageFault, privatePage, redirect} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Form, Visit} from "../../visit/visit.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import {DATASET_WORDS} from "../../words/dataset-words.ts";
import {nameText, nameWords} from "../../words/names.ts";
import {countText, dayWords, numberText, providerName} from "../../words/wording.ts";
import {datasetLink, datasetPath} from "../datasets/rows.ts";
import {tableFile} from "../series/files.ts";
import {fileWords} from "../series/readable-table.ts";
import {
  countPickedValues,
  MOST_SERIES,
  MOST_VALUES,
  type PickedQuery,
  readPickedQuery,
  readPickedTable,
} from "./picked-values.ts";
import {PARAMETERS} from "./picks.ts";

export const datasetFilePage = ownedPage({
  path: "/datasets/:provider/:code/file",
  async draw(visit, owner) {
    const query = await readPickedQuery(visit);
    const {dataset, catalogue, positions} = query;
    const {language, site} = visit;
    const words = DATASET_WORDS[language];
    const number = (count: number): string => numberText(count, language);
    const values = await countPickedValues(visit, query);
    const left = await leftOf(visit, owner);
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
<button type="submit" name="type" value="xlsx">XLSX</button> <button type="submit" class="quiet" name="type" value="csv">CSV</button></form>`
}`,
    });
  },
  perform: takeFile,
});

async function takeFile(visit: Visit, owner: SessionOwner, form: Form): Promise<File> {
  const query = await readPickedQuery(visit);
  const gone = visit.gone();
  return visit.site.wholeFiles.enter({hasToken: true, name: `${owner.accountId}`}, gone, () =>
    chargedFile(visit, owner, query, {type: form.text("type") === "csv" ? "csv" : "xlsx", gone}),
  );
}

/** null: the plan has no limit. */
async function leftOf({site}: Visit, owner: SessionOwner): Promise<number | null> {
  const used = await site.store.charges.used(owner.accountId, monthOf(site.now().getTime()));
  return valuesLeft(planOf(owner).valuesPerMonth, used);
}

/** @param visit of the file's page; null: its selection is no file, which that page explains */
export async function purposeToTakeFile(visit: Visit): Promise<SignInPurpose | null> {
  const query = await readPickedQuery(visit);
  const values = query.positions.length === 0 ? null : await countPickedValues(visit, query);
  if (values === null || values > MOST_VALUES) return null;
  const {language} = visit;
  const words = DATASET_WORDS[language];
  return {
    title: words.wholeFile,
    about: html`${words.wholeFile}: <strong>${nameWords(query.dataset.name, language)}</strong>. ${words.price}: ${countText(values, "value", language)}. ${words.priceIs}`,
    presses: [
      {type: "xlsx", words: `${words.signInPress} XLSX`},
      {type: "csv", words: `${words.signInPress} CSV`},
    ],
    async perform(_, owner, form) {
      const left = await leftOf(visit, owner);
      if (left !== null && values > left) return redirect(visit.link(visit.path, Object.fromEntries(visit.query)));
      return takeFile(visit, owner, form);
    },
  };
}

/** The parameters of the picks, in the address of the form. */
function pickedQuery({query}: Visit): Record<string, string> {
  const names = [...Object.values(PARAMETERS), "lang"];
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));
}

/** Charges exactly the values of the file, before it is written; a failure gives them back, and so does a visitor who left before that. */
async function chargedFile(
  visit: Visit,
  owner: SessionOwner,
  query: PickedQuery,
  {type, gone}: {readonly type: "csv" | "xlsx"; readonly gone: AbortSignal},
): Promise<File> {
  const {site} = visit;
  if (query.positions.length > MOST_SERIES) throw new PageFault(413, "the file would have too many series");
  const series = await readPickedTable(visit, query);
  const values = series.reduce((sum, one) => sum + one.values.length, 0);
  const at = site.now().getTime();
  const {accountId} = owner;
  const limit = planOf(owner).valuesPerMonth;
  gone.throwIfAborted();
  const charge = {requestId: visit.requestId, accountId, month: monthOf(at), day: usageDay(at), values, limit};
  const {fits} = await site.charges.charge(charge);
  if (!fits) throw new PageFault(429, "the values of this month are used up");
  try {
    const written = await writeFile(visit, query.dataset, series, type);
    gone.throwIfAborted();
    return written;
  } catch (error) {
    await site.charges.giveBack(charge);
    throw error;
  }
}

/** With words for the columns, days as dates, and the origin of the values above them. */
function readable(visit: Visit, {head, rows}: SeriesTable, dataset: DatasetRecord): XlsxSheet {
  const {language} = visit;
  const words: Readonly<Record<string, string>> = DATASET_WORDS[language].columns;
  const dayColumns = ["period", "as_of", "last_period"].map((column) => head.indexOf(column));
  return {
    name: DATASET_WORDS[language].data,
    above: [
      nameText(dataset.name, language),
      [providerName(dataset.provider, language), SERVICE[language]].join(" · "),
      visit.absolute(datasetPath(dataset)),
    ],
    head: head.map((one) => words[one] ?? one),
    dayColumns,
    rows,
  };
}

/** A CSV has the code of the dataset as its name; an XLSX its title, and the code for clients that know only ASCII. */
export async function writeFile(
  visit: Visit,
  dataset: DatasetRecord,
  series: readonly TableSeries[],
  type: "csv" | "xlsx",
): Promise<File> {
  const {language} = visit;
  const table = longTable(series);
  const name = type === "csv" ? dataset.code : fileWords(nameText(dataset.name, language));
  const tables = type === "csv" ? table : [readable(visit, table, dataset)];
  const names = {name: `${name}.${type}`, plain: `${dataset.code}.${type}`};
  return {...(await tableFile(visit, names, tables, language === "ru")), kept: "no-store"};
}
