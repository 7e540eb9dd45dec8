// /desk/load: a table of the operator's own, in the browser: the file, its questions with a guess each, some of its values, and publishing.
//
// The same steps as `ryad load FILE` at a terminal (service/table-loader.ts). Each form has the whole table in it: the server keeps nothing.
import type {TableLoaded, TablePreview, TableQuestion, UploadedTable} from "../../../service/table-loader.ts";
import {formFields} from "../../forms/forms.ts";
import {FILE_BYTES_FIELD, FILE_NAME_FIELD, MAX_TABLE_BYTES} from "../../forms/upload.ts";
import {type Drawn, privatePage} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Form, Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {reasonWords} from "../../words/finding-words.ts";
import {numberText} from "../../words/wording.ts";
import {failedList} from "./decision.ts";
import {LOAD_WORDS, OPTION_WORDS} from "./load-words.ts";
import {operatorPage, wrongBlock} from "./operator.ts";

export const deskLoadPage = operatorPage(
  {
    path: "/desk/load",
    draw: (visit) => drawStart(visit, null),
    async perform(visit, _owner, form) {
      const words = LOAD_WORDS[visit.language];
      const {tables} = visit.site;
      if (tables === null) return drawStart(visit, words.none);
      const table = tableOf(form);
      if (table === null) return drawStart(visit, words.empty);
      if (table.bytes.length > MAX_TABLE_BYTES) return drawStart(visit, words.large);
      if (form.text("step") === "publish") {
        const loaded = await tables.publish(table);
        if (!("refused" in loaded)) return drawLoaded(visit, loaded);
        return drawTable(visit, table, await tables.preview(table), loaded.refused);
      }
      return drawTable(visit, table, await tables.preview(table), null);
    },
  },
  true,
);

/** null: the form has no file. */
function tableOf(form: Form): UploadedTable | null {
  const [name, bytes] = [form.line(FILE_NAME_FIELD, 200), form.text(FILE_BYTES_FIELD)];
  if (name === "" || bytes === "") return null;
  const answers = OPTIONS.flatMap((option) => {
    const text = form.line(`answer-${option}`, 2000);
    return text === "" ? [] : [[option, text] as const];
  });
  return {name, bytes: Buffer.from(bytes, "base64"), answers: Object.fromEntries(answers)};
}

const OPTIONS = Object.keys(OPTION_WORDS.en) as (keyof typeof OPTION_WORDS.en)[];

async function drawStart(visit: Visit, wrong: string | null): Promise<Drawn> {
  const words = LOAD_WORDS[visit.language];
  return privatePage({
    title: words.title,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${wrongBlock(wrong)}<form method="post" enctype="multipart/form-data" action="${visit.link("/desk/load")}" class="stacked">${await formFields(visit)}
<label>${words.file}<input type="file" name="file" required></label>
<button type="submit">${words.look}</button>
</form>`,
  });
}

async function drawTable(
  visit: Visit,
  table: UploadedTable,
  preview: TablePreview | {readonly refused: string},
  wrong: string | null,
): Promise<Drawn> {
  const words = LOAD_WORDS[visit.language];
  const refused = "refused" in preview ? preview.refused : null;
  const questions = "refused" in preview ? [] : preview.questions;
  const isOpen = refused !== null || questions.some(({option}) => option !== null);
  return privatePage({
    title: words.title,
    main: html`<h1>${words.title}: ${table.name}</h1>
${wrongBlock(wrong ?? refused)}<form method="post" enctype="multipart/form-data" action="${visit.link("/desk/load")}" class="stacked">${await formFields(visit)}
<input type="hidden" name="${FILE_NAME_FIELD}" value="${table.name}"><input type="hidden" name="${FILE_BYTES_FIELD}" value="${table.bytes.toString("base64")}">
${answerFields(visit, table, questions)}
<p><button type="submit" name="step" value="look"${isOpen ? html`` : html` class="quiet"`}>${words.again}</button>
${isOpen ? html`` : html`<button type="submit" name="step" value="publish">${words.publish}</button>`}</p>
</form>
${"refused" in preview ? html`` : valuesBlock(visit, preview)}`,
  });
}

/** A field for each question, with its guess; then the answers that were given, which may be corrected. */
function answerFields(visit: Visit, {answers}: UploadedTable, questions: readonly TableQuestion[]): Html {
  const words = OPTION_WORDS[visit.language];
  const open = questions.filter(({option}) => option !== null && option in words);
  const left = questions.filter(({option}) => option === null);
  const others = OPTIONS.filter((option) => option in answers && !open.some((one) => one.option === option));
  const field = (option: (typeof OPTIONS)[number], value: string, hint: Html): Html =>
    html`<label>${words[option]}<input name="answer-${option}" value="${value}"></label>${hint}\n`;
  return html`${open.map((one) => {
    const option = one.option as (typeof OPTIONS)[number];
    const because = one.because === null ? "" : ` (${one.guess}: ${one.because})`;
    const hint = html`<p class="hint">${one.texts.join("; ")}${because}</p>`;
    return field(option, answers[option] ?? one.guess ?? "", hint);
  })}${others.map((option) => field(option, answers[option]!, html``))}${left.map(
    ({texts}) => html`<p class="hint">${LOAD_WORDS[visit.language].leftOut} ${texts.join("; ")}</p>`,
  )}`;
}

function valuesBlock(visit: Visit, {values, examples, losses}: TablePreview): Html {
  const words = LOAD_WORDS[visit.language];
  const lost = losses.reduce((sum, one) => sum + one.values, 0);
  const number = (value: number): string => numberText(value, visit.language);
  return html`<h2>${words.values} (${number(values)})</h2>
${examples.length === 0 ? html`` : html`<p class="hint">${words.examples}</p>\n${exampleTable(visit, examples)}`}
${
  lost === 0
    ? html``
    : html`<h2>${words.losses} (${number(lost)})</h2>\n${dataTable({
        caption: words.losses,
        columns: [{head: words.reason}, {head: words.text}, {head: words.count, number: true}],
        rows: losses.map((one) => [reasonWords(one.reason, visit.language), one.text, number(one.values)]),
      })}`
}`;
}

function exampleTable(visit: Visit, examples: TablePreview["examples"]): Html {
  const words = LOAD_WORDS[visit.language];
  const names = ["location", "text", "value", "period", "territory", "unit", "indicator", "class"] as const;
  return dataTable({
    caption: words.values,
    columns: names.map((name) => ({head: words[name], ...(name === "value" && {number: true})})),
    rows: examples.map((one) => names.map((name) => one[name] ?? "")),
  });
}

async function drawLoaded(
  visit: Visit,
  {dataset, publishedAt, newValues, revisedValues, held}: TableLoaded,
): Promise<Drawn> {
  const words = LOAD_WORDS[visit.language];
  const number = (value: number): string => numberText(value, visit.language);
  const link = html`<a href="${visit.link(`/datasets/${dataset}`)}">${dataset}</a>`;
  const body =
    held === null
      ? html`<p class="lead">${link}, ${publishedAt}: ${words.published} ${number(newValues)}, ${words.revised} ${number(revisedValues)}.</p>`
      : html`<p class="lead">${dataset}, ${publishedAt}: ${words.held}</p>
${failedList(visit, held.failed)}
<p><a class="button" href="${visit.link(`/desk/runs/${held.run}`)}">${words.decide}</a></p>
<p class="hint">ryad runs --show ${held.run}</p>`;
  return privatePage({
    title: words.title,
    main: html`<h1>${words.title}</h1>
${body}
<p><a href="${visit.link("/desk/load")}">${words.another}</a></p>`,
  });
}
