// Issues of the publisher's monthly book of short-term indicators: gross domestic product from its text, trade from the
// tables made from it. The book does not give its day of publication.
//
// A footnote mark is glued to a value ("185613)" is 18561) or a year ("20152)"). One issue gives a quarter in the column of
// the year, so a value is excluded if its period is not over by the month of the issue.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {publishedNumber} from "./package-files.ts";

const TEXTS = "rosstat_files/kep_vintages";
const TABLES = "rosstat_files/kep_vintages_tidy";

export interface IssueValue {
  readonly indicator: string;
  readonly frequency: "A" | "Q" | "M";
  readonly period: string;
  readonly value: string;
}

export interface Issue {
  /** YYYY-MM */
  readonly month: string;
  readonly values: readonly IssueValue[];
}

/** The first line of each kind in an issue; growth had another header until the middle of 2016. */
const GDP_BLOCKS = [
  {head: /^(1\.1\.1\. )?Объем ВВП/, indicator: "GDP_bln_rub"},
  {
    head: /^(Индекс физического объема произведенного ВВП|в % к соответствующему периоду предыдущего года)/,
    indicator: "GDP_yoy",
  },
];

/** Gross domestic product by year and quarter in every issue; issues without a text are read from the tables. */
export function readGdpIssues(facts: string): Issue[] {
  const texts = readdirSync(join(facts, TEXTS)).map((name) => name.slice(-11, -4));
  const tables = readdirSync(join(facts, TABLES)).map((name) => name.slice(-11, -4));
  return [...new Set([...texts, ...tables])].sort().map((month) => ({
    month,
    values: texts.includes(month)
      ? readText(readFileSync(join(facts, TEXTS, `kep_tab_${month}.csv`), "utf8"), month)
      : readTables(facts, month, ["A", "Q"], ["GDP_bln_rub", "GDP_yoy"]),
  }));
}

/** Values of these indicators in every issue of the tables, monthly. */
export function readMonthlyIssues(facts: string, indicators: readonly string[]): Issue[] {
  const months = [...new Set(readdirSync(join(facts, TABLES)).map((name) => name.slice(-11, -4)))].sort();
  return months.map((month) => ({month, values: readTables(facts, month, ["M"], indicators)}));
}

function readText(text: string, issue: string): IssueValue[] {
  const lines = text.split(/\r?\n/).map((line) => line.split("\t"));
  const values: IssueValue[] = [];
  for (const {head, indicator} of GDP_BLOCKS) {
    const start = lines.findIndex(([title = ""]) => head.test(title));
    if (start < 0) throw new Error(`issue ${issue} has no block ${indicator}`);
    for (const [year = "", ...cells] of lines.slice(start + 1)) {
      if (!/^\d{4}(\d\))?/.test(year)) break;
      for (const [index, cell] of cells.slice(0, 5).entries()) {
        const value = withoutFootnote(cell);
        const period = index === 0 ? year.slice(0, 4) : `${year.slice(0, 4)}-Q${index}`;
        if (value === "" || !isOver(period, issue)) continue;
        if (!/^\d+(,\d)?$/.test(value)) throw new Error(`issue ${issue}: ${indicator} of ${period} is "${cell}"`);
        values.push({
          indicator,
          frequency: index === 0 ? "A" : "Q",
          period,
          value: publishedNumber(Number(value.replace(",", ".")), 1),
        });
      }
    }
  }
  return values;
}

function withoutFootnote(cell: string): string {
  return cell.trim().replace(/\d\)(,\d\))*$/, "");
}

function readTables(
  facts: string,
  issue: string,
  frequencies: readonly ("A" | "Q" | "M")[],
  indicators: readonly string[],
): IssueValue[] {
  const values: IssueValue[] = [];
  for (const frequency of frequencies) {
    const path = join(facts, TABLES, `kep_df${frequency.toLowerCase()}_${issue}.csv`);
    if (!existsSync(path)) continue;
    const [header = [], ...rows] = readFileSync(path, "utf8")
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(","));
    for (const cells of rows) {
      const part = cells[2] ?? "";
      const period =
        cells[1]! + (frequency === "A" ? "" : frequency === "Q" ? `-Q${part}` : `-${part.padStart(2, "0")}`);
      for (const indicator of indicators) {
        const cell = cells[header.indexOf(indicator)] ?? "";
        if (!header.includes(indicator) || cell === "" || !isOver(period, issue)) continue;
        values.push({indicator, frequency, period, value: publishedNumber(Number(cell), 1)});
      }
    }
  }
  return values;
}

/** Whether the period had ended by the end of the issue's month. */
function isOver(period: string, issue: string): boolean {
  const [year = "", part = ""] = period.split("-");
  const lastMonth = part === "" ? 12 : part.startsWith("Q") ? Number(part.slice(1)) * 3 : Number(part);
  return `${year}-${String(lastMonth).padStart(2, "0")}` <= issue;
}
