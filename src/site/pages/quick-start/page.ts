// /quick-start: examples for a terminal, Python, R and Excel, complete but for a token. That for Excel was never run in Excel, and the page says so.
//
// They request a dataset that is loaded.
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import {countDatasetsByProvider, listDatasetsOf} from "../../../store/datasets/dataset-pages.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {findOwner} from "../../forms/sessions.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, TOKEN_INDEX, withCode} from "../../widgets/code-block.ts";
import {sampleToken} from "../../widgets/sample-token.ts";
import {inBoth} from "../../words/language.ts";
import {datasetLink} from "../datasets/rows.ts";
import {curlExample, type ExampleSlice, excelExample, labelsLanguage, pythonExample, rExample} from "./examples.ts";

/** Monthly consumer prices, also in the samples. */
const KNOWN_DATASET = "cpi_monthly";

const WORDS = inBoth({
  ru: {
    title: "С чего начать",
    description: "Токен и готовые примеры на curl, Python и R, и текст для Excel: первые данные за минуту.",
    lead: "Первые данные — за минуту: токен, один запрос, таблица.",
    tokenHeading: "1. Токен",
    getToken: "Войдите по ссылке из письма и создайте токен в кабинете.",
    account: "Открыть кабинет",
    yours: "Ваши токены:",
    unnamed: "без названия",
    paste: "Сам токен показывается один раз, при создании. Вставьте его вместо `RYAD_TOKEN`.",
    pasteHint: "В примерах ниже замените `RYAD_TOKEN` на свой.",
    askHeading: "2. Запрос",
    what: "В примере — набор",
    none: "Пока ничего не загружено: примеры заработают, когда появятся данные.",
    terminal: "В терминале",
    excelSteps:
      "Данные → Получить данные → Из других источников → Пустой запрос → Расширенный редактор, вставьте текст. Способ доступа — анонимный: токен уже в запросе.",
    feed: "Список рядов без вставки текста: Данные → Получить данные → Из других источников → Из канала OData, адрес ниже; способ входа «Базовый», имя любое, пароль — токен.",
    excelFile:
      "Для разового файла: добавьте `&decimal=comma&bom=1` к адресу из примера для терминала, и сохранённый файл откроется в русском Excel двойным щелчком.",
    rHint:
      'Именно `read.csv` с `sep = ";"`: `read.csv2` оставит числа текстом, `read_csv2` примет точку за разделитель тысяч.',
    nextHeading: "3. Дальше",
    next: {
      geo: "`geo=region` или без `geo` — все регионы, `geo=RU-77,RU-78` — выбранные.",
      asOf: "`as_of=2025-12-31` — данные, какими они были известны в этот день.",
      labels: "`labels=1` добавляет названия рядом с кодами.",
      pages: "Ответ разбит на страницы по рядам: `has_more` и `next_offset` в JSON, заголовок `Link` в CSV.",
      repeat: "Повторяя запрос, пришлите `ETag` в `If-None-Match`: неизменившийся ответ 304 не расходует значений.",
    },
    reference: "Все методы с примерами",
  },
  en: {
    title: "Quick start",
    description:
      "A token and working examples for curl, Python and R, and a text for Excel: your first data in a minute.",
    lead: "Your first data in a minute: a token, one request, a table.",
    tokenHeading: "1. A token",
    getToken: "Sign in with the link we email you and create a token in your account.",
    account: "Open the account",
    yours: "Your tokens:",
    unnamed: "unnamed",
    paste: "A token is shown once, when it is created. Put it in place of `RYAD_TOKEN`.",
    pasteHint: "In the examples below replace `RYAD_TOKEN` with yours.",
    askHeading: "2. A request",
    what: "The example uses the dataset",
    none: "Nothing is loaded yet: the examples will work once there are data.",
    terminal: "In a terminal",
    excelSteps:
      "Data → Get Data → From Other Sources → Blank Query → Advanced Editor, paste the text. Choose Anonymous: the token is already in the query.",
    feed: "The list of series without pasting anything: Data → Get Data → From Other Sources → From OData Feed, the address below; sign in with Basic, any name, the token as the password.",
    excelFile:
      "For a single file: add `&bom=1` to the address in the terminal's example, and the file it saves opens in Excel; also `&decimal=comma` where Excel writes a decimal comma.",
    rHint:
      'It has to be `read.csv` with `sep = ";"`: `read.csv2` leaves the numbers as text, `read_csv2` reads the point as a thousands separator.',
    nextHeading: "3. From here",
    next: {
      geo: "`geo=region`, or no `geo`, is all regions; `geo=RU-77,RU-78` is a selection.",
      asOf: "`as_of=2025-12-31` gives the data as they were known on that day.",
      labels: "`labels=1` adds names beside codes.",
      pages: "An answer comes in pages of series: `has_more` and `next_offset` in JSON, the header `Link` in CSV.",
      repeat:
        "When you repeat a request, send the `ETag` in `If-None-Match`: an unchanged answer is a 304 and uses no values.",
    },
    reference: "Every route, with examples",
  },
});

export const quickStartPage: Page = {
  path: "/quick-start",
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const [dataset, owner] = await Promise.all([site.store.statistics.read(chooseDataset), findOwner(visit)]);
    const tokens = owner === null ? [] : await site.store.procedures.play("listTokensOf", owner.accountId);
    const slice = exampleSlice(visit, dataset);
    return page({
      title: words.title,
      description: words.description,
      modules: ["copy"],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<h2>${words.tokenHeading}</h2>
${sampleToken(visit)}${tokenStep(
  visit,
  tokens.filter(({revokedAt}) => revokedAt === null).map(({name}) => name),
  words,
)}
<h2>${words.askHeading}</h2>
${dataset === null ? html`<p class="notice">${words.none}</p>` : html`<p>${words.what} ${datasetLink(visit, dataset)}.</p>`}
<h3>${words.terminal}</h3>
${codeBlock("curl", "curl", curlExample(slice, TOKEN_INDEX), language)}
<h3>Python</h3>
${codeBlock("python", "Python", pythonExample(slice, TOKEN_INDEX), language)}
<h3>R</h3>
${codeBlock("r", "R", rExample(slice, TOKEN_INDEX), language)}
<p class="hint">${withCode(words.rHint)}</p>
<h3>Excel</h3>
<p>${words.excelSteps}</p>
${codeBlock("excel", "Power Query", excelExample(slice, TOKEN_INDEX), language)}
<p>${words.feed}</p>
${codeBlock("odata", "OData", visit.absolute("/api/v1/odata"), language)}
<p class="hint">${withCode(words.excelFile)}</p>
<h2>${words.nextHeading}</h2>
<ul>${Object.values(words.next).map((line) => html`<li>${withCode(line)}</li>\n`)}</ul>
<p><a href="${visit.link("/api/docs")}">${words.reference}</a></p>`,
    });
  },
};

function tokenStep(visit: Visit, names: readonly string[], words: (typeof WORDS)["ru"]): Html {
  const account = html`<a class="button" href="${visit.link("/account")}">${words.account}</a>`;
  if (names.length === 0) return html`<p>${words.getToken} ${withCode(words.pasteHint)}</p><p>${account}</p>`;
  return html`<p>${words.yours} ${names.map((name, index) => html`${index > 0 && ", "}<strong>${name || words.unnamed}</strong>`)}. ${withCode(words.paste)}</p><p>${account}</p>`;
}

/** KNOWN_DATASET if it is loaded, else the first dataset. */
function* chooseDataset(q: Queries): Script<DatasetRecord | null> {
  const [known] = yield* findDatasets(q, {provider: null, dataset: KNOWN_DATASET});
  if (known !== undefined) return known;
  const [first] = yield* countDatasetsByProvider(q);
  return first === undefined ? null : ((yield* listDatasetsOf(q, first.provider, 0, 1))[0] ?? null);
}

function exampleSlice(visit: Visit, dataset: DatasetRecord | null): ExampleSlice {
  const isPrices = dataset?.code === KNOWN_DATASET;
  return {
    url: visit.absolute("/api/v1/data"),
    query: {
      dataset: dataset === null ? "PROVIDER/DATASET" : `${dataset.provider}/${dataset.code}`,
      ...(isPrices ? {geo: "country", class: "food", measure: "prev_month", start: "2025"} : {geo: "all", limit: "5"}),
      labels: "1",
      ...labelsLanguage(visit.language),
      format: "csv",
    },
  };
}
