// The first steps of an empty server: sources by recipe, a table of one's own, a file by command; and the first figures after the first load.
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, withCode} from "../../widgets/code-block.ts";
import {DATASET_WORDS} from "../../words/dataset-words.ts";
import {inPairs} from "../../words/language.ts";
import {nameWords} from "../../words/names.ts";
import {readPicked} from "../dataset/read-picked.ts";
import {drawSeriesTable} from "../dataset/series-table.ts";
import {datasetPath} from "../datasets/rows.ts";

const WORDS = inPairs({
  heading: ["С чего начать", "First steps"],
  recipes: [
    "Источники, которые сервер загружает сам: готовые настройки есть для Банка России, Росстата, ЕМИСС и Казначейства.",
    "Sources that the server fetches by itself: there are recipes for the Bank of Russia, Rosstat, EMISS and the Treasury of Russia.",
  ],
  byRecipe: ["Источник по рецепту", "A source by a recipe"],
  timer: [
    "Дальше по расписанию: запустите сервер с `RYAD_FETCH=on`.",
    "From then on by schedule: start the server with `RYAD_FETCH=on`.",
  ],
  table: ["Своя таблица прямо в браузере:", "A table of your own, in the browser:"],
  load: ["загрузить таблицу", "load a table"],
  operator: [
    "(войдите и дайте своему адресу тариф владельца:",
    "(sign in, and give your address the plan of the owner:",
  ],
  file: ["Файл издателя или пакет — командой:", "A publisher's file, or a package, by a command:"],
  more: ["Как добавить данные", "Adding data"],
  figures: ["Первые числа", "First figures"],
});

/** A recipe that needs no answers. */
const FIRST_SOURCE = `ryad source recipes
ryad source add cbr-daily-rates
ryad fetch cbr-daily-rates`;

export function drawFirstSteps(visit: Visit): Html {
  const {language, link} = visit;
  const words = WORDS[language];
  return html`<section class="notice" aria-labelledby="first-steps">
<h2 id="first-steps">${words.heading}</h2>
<ol>
<li>${words.recipes}
${codeBlock("recipes", words.byRecipe, FIRST_SOURCE, language)}${withCode(words.timer)}</li>
<li>${words.table} <a href="${link("/desk/load")}">${words.load}</a> ${words.operator} <code>ryad account plan you@example.org owner</code>).</li>
<li>${words.file} <code>ryad load FILE</code>. <a href="${link("/adding-data")}">${words.more}</a>.</li>
</ol>
</section>\n`;
}

/** A larger first dataset has its figures on its own page, which is drawn in a line. */
const MOST_SERIES = 5000;
const FIGURES = 5;

/** While there is one dataset: some of its values. */
export async function drawFirstFigures(visit: Visit, dataset: DatasetRecord): Promise<Html | false> {
  if (dataset.seriesCount > MOST_SERIES) return false;
  const words = WORDS[visit.language];
  const picked = await readPicked(visit, dataset, new Map(), {offset: 0, rows: FIGURES});
  return html`<h2>${words.figures}: <a href="${visit.link(datasetPath(dataset))}">${nameWords(dataset.name, visit.language)}</a></h2>
${await visit.withRests(drawSeriesTable(visit, {...picked, positions: picked.positions.slice(0, FIGURES)}, 0, DATASET_WORDS[visit.language]))}`;
}
