// /series/KEY.bib and /series/KEY.ris: the citation of a series for reference managers.
//
// A brace counts in BibTeX even behind a backslash, so the text of a field has none of its own.
import {valueDigest} from "../../../formats/value-digest.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {SERVICE} from "../../frame/layout.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {providerName} from "../../words/wording.ts";
import {attachment, countTaken} from "./files.ts";
import {readQuery} from "./query.ts";
import {type SeriesView, shownVintage} from "./read-series.ts";
import {citedNames, latestValueAddress, permalink} from "./use.ts";
import {SERIES_WORDS} from "./words.ts";

export interface Citation {
  readonly key: string;
  /** The organisation that published the values. */
  readonly author: string;
  readonly title: string;
  readonly dataset: string;
  /** The service that keeps the vintage. */
  readonly publisher: string;
  /** YYYY-MM-DD: the day on which the values were known, and the day of reading. */
  readonly known: string;
  readonly read: string;
  readonly note: string;
  readonly address: string;
}

/** An entry as BibTeX and biblatex read it. The address is verbatim there, so it is encoded and not escaped. */
export function bibtexOf(one: Citation): string {
  const fields = {
    author: `{${bibtexText(one.author)}}`,
    title: `{${bibtexText(one.title)}}`,
    howpublished: bibtexText(one.dataset),
    publisher: bibtexText(one.publisher),
    year: one.known.slice(0, 4),
    date: one.known,
    note: bibtexText(one.note),
    url: one.address.replace(/[{}\\]/g, encodeURIComponent),
    urldate: one.read,
  };
  const lines = Object.entries(fields).map(([name, text]) => `  ${name} = {${text}}`);
  return `@misc{ryad-${one.key.replace(/[^\w-]/g, "-")}-${one.known},\n${lines.join(",\n")}\n}\n`;
}

const BIBTEX_SIGNS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

function bibtexText(text: string): string {
  return onOneRow(text).replace(/[\\{}~^&%$#_]/g, (sign) => BIBTEX_SIGNS[sign] ?? `\\${sign}`);
}

/** A data set in RIS: a tag in each line, so no field has a line break. */
export function risOf(one: Citation): string {
  const lines = [
    ["TY", "DATA"],
    ["AU", one.author],
    ["TI", one.title],
    ["T2", one.dataset],
    ["PB", one.publisher],
    ["PY", one.known.slice(0, 4)],
    ["DA", one.known.replaceAll("-", "/")],
    ["Y2", one.read.replaceAll("-", "/")],
    ["N1", one.note],
    ["ID", one.key],
    ["UR", one.address],
    ["ER", ""],
  ];
  return lines.map(([tag, text]) => `${tag}  - ${onOneRow(text!)}\r\n`).join("");
}

function onOneRow(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

function citationOf(visit: Visit, view: SeriesView, known: string, digest: string): Citation {
  const {language, site} = visit;
  const {dataset, series} = view;
  return {
    key: series.key,
    author: providerName(dataset.provider, language),
    ...citedNames(view, language),
    publisher: SERVICE[language],
    known,
    read: dayText(site.today()),
    note: `${SERIES_WORDS[language].knownOn} ${known}; ${series.key}; SHA-256: ${digest}; ${SERIES_WORDS[language].valueAddress}: ${latestValueAddress(visit, view)}`,
    address: permalink(visit, view, known, digest),
  };
}

function citationPage(ending: "bib" | "ris", type: string, write: (one: Citation) => string): Page {
  return {
    path: `/series/:key.${ending}`,
    costly: "own",
    async draw(visit) {
      await countTaken(visit, "downloads");
      const view = await readQuery(visit);
      const known = view.asOf === null ? shownVintage(view) : dayText(view.asOf);
      if (known === null || view.values.length === 0) throw new PageFault(404, "there are no values to cite");
      const digest = await visit.withRests(valueDigest(view.values));
      const headers = {
        "content-disposition": attachment(`${view.series.key}_${known}.${ending}`),
        "x-robots-tag": "noindex",
      };
      return file({type: `${type}; charset=utf-8`, body: write(citationOf(visit, view, known, digest)), headers});
    },
  };
}

export const citationBibtex = citationPage("bib", "application/x-bibtex", bibtexOf);
export const citationRis = citationPage("ris", "application/x-research-info-systems", risOf);
