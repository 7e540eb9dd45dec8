// The files of a whole dataset on its card: sizes, licence, versions, and the lines by which DuckDB, pandas and R read them [files.*].

import {parseDay} from "../../../statistics/time/day.ts";
import type {Manifest} from "../../../store/dataset-files/manifest.ts";
import {versionAddress} from "../../../store/dataset-files/manifest.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, TOKEN_INDEX, tokenSentence, withCode} from "../../widgets/code-block.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {FILES_WORDS} from "../../words/files-words.ts";
import {numberText, shortDayWords} from "../../words/wording.ts";
import {foldedSection} from "./parts.ts";

export interface WholeFiles {
  /** Of the newest version. */
  readonly manifest: Manifest;
  readonly versions: readonly string[];
}

/** null: there are none here, or none are offered. */
export async function readWholeFiles({site}: Visit, {provider, code}: DatasetRecord): Promise<WholeFiles | null> {
  const {files, settings} = site;
  if (files === undefined || settings.files === "off") return null;
  const of = {provider, dataset: code};
  const newest = await files.newest(of);
  const found = newest === null ? null : await files.manifest(of, newest);
  return found === null ? null : {manifest: found.manifest, versions: await files.versions(of)};
}

export function drawWholeFiles(visit: Visit, dataset: DatasetRecord, found: WholeFiles | null): Html | false {
  if (found === null) return false;
  const {language, site} = visit;
  const words = FILES_WORDS[language];
  const {manifest, versions} = found;
  const isOpen = site.settings.files === "open";
  const size = (bytes: number): string =>
    `${numberText(Math.max(0.1, Math.round(bytes / 1e5) / 10), language)} ${words.megabytes}`;
  const of = {provider: dataset.provider, dataset: dataset.code};
  const newest = (name: string): string => `${visit.origin}${versionAddress(of, "latest")}/${name}`;
  const named = (name: string, address: string): Html =>
    isOpen ? html`<a href="${address}" rel="nofollow">${name}</a>` : html`<code>${name}</code>`;
  return foldedSection(
    "files",
    words.title,
    html`<p>${withCode(words.about)}</p>
${dataTable({
  caption: words.title,
  narrow: "stacked",
  columns: [
    {head: words.file, whole: true},
    {head: words.rows, number: true},
    {head: words.size, number: true},
  ],
  rows: manifest.files.map(({name, address, rows, bytes}) => [
    named(name, address),
    numberText(rows, language),
    size(bytes),
  ]),
})}
<dl>
<dt>${words.licence}</dt><dd>${manifest.licence ?? words.noLicence}</dd>
<dt>${words.version}</dt><dd><code>${manifest.version}</code></dd>
<dt>${words.kept}</dt><dd>${versions.map((version, nth) => html`${nth > 0 && ", "}${dayOf(version, visit)}`)}</dd>
${changesOf(manifest, visit)}</dl>
${!isOpen && html`${tokenSentence(visit)}<p class="quiet">${words.price}</p>\n`}${codeBlock("duckdb", "DuckDB", duckdbExample(newest("latest.parquet"), isOpen), language)}${codeBlock("pandas", "pandas", pandasExample(newest("latest.parquet"), isOpen), language)}${codeBlock("r", "R", rExample(newest("latest.csv.gz"), isOpen), language)}`,
  );
}

/** The day in the name of a version. */
function dayOf(version: string, {language}: Visit): string {
  const day = parseDay(`${version.slice(0, 4)}-${version.slice(4, 6)}-${version.slice(6, 8)}`);
  return day === null ? version : shortDayWords(day, language);
}

function changesOf({changes}: Manifest, {language}: Visit): Html | false {
  if (changes === null) return false;
  const words = FILES_WORDS[language];
  const counts = [
    [words.seriesAdded, changes.series_added],
    [words.seriesGone, changes.series_gone],
    [words.valuesNew, changes.values_new],
    [words.valuesRevised, changes.values_revised],
    [words.valuesWithdrawn, changes.values_withdrawn],
  ] as const;
  const countTexts = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${numberText(count, language)}`);
  return html`<dt>${words.changes}</dt><dd>${countTexts.length === 0 ? words.nothing : countTexts.join("; ")}</dd>\n`;
}

function duckdbExample(address: string, isOpen: boolean): string {
  const secret = isOpen ? "" : `CREATE SECRET ryad (TYPE http, BEARER_TOKEN '${TOKEN_INDEX}');\n`;
  return `INSTALL httpfs;\nLOAD httpfs;\n${secret}SELECT indicator, geo, period, value FROM '${address}' LIMIT 100;`;
}

function pandasExample(address: string, isOpen: boolean): string {
  const options = isOpen ? "" : `, storage_options={"Authorization": "Bearer ${TOKEN_INDEX}"}`;
  return `import pandas as pd\n\ndata = pd.read_parquet("${address}"${options})\nprint(data[["indicator", "geo", "period", "value"]].head())`;
}

function rExample(address: string, isOpen: boolean): string {
  const headers = isOpen ? "" : `, headers = c(Authorization = "Bearer ${TOKEN_INDEX}")`;
  return `download.file("${address}", "latest.csv.gz", mode = "wb"${headers})
data <- read.csv2("latest.csv.gz", dec = ".", encoding = "UTF-8", colClasses = c(geo = "character"))
data$period <- as.Date(data$period)
head(data[, c("indicator", "geo", "period", "value")])`;
}
