// The passport of an EMISS workbook: labels in column A, texts in column B. Only what is asked for is read.

import type {Methodology} from "../../../statistics/release/release.ts";
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {plainText, plainTextOrNull} from "../fedstat/plain-text.ts";

export interface Passport {
  readonly units: readonly string[];
  readonly methodology: Methodology | null;
  readonly comment: string | null;
  /** The earliest announced release after the day. */
  nextRelease(publishedAt: Day): Day | null;
}

export function readPassport(sheet: Sheet): Passport {
  const texts = new Map<string, string>();
  for (let row = 1; row <= sheet.rowCount; row++) {
    const label = sheet.cell(row, 1)?.text.replace(/:\s*$/, "").trim();
    const text = sheet.cell(row, 2)?.text;
    if (label !== undefined && text !== undefined && WANTED.has(label)) texts.set(label, text);
  }
  const lines = (label: string) =>
    (texts.get(label) ?? "").split(/\r?\n/).map((line) => plainText(line.replace(/^\s*[*-]\s*/, "")));
  const methodology = plainText(texts.get(METHODOLOGY) ?? "");
  const agency = plainText(texts.get(AGENCY) ?? "");
  const classifier = lines(SIGNS)
    .filter((line) => line !== "")
    .join("; ");
  const text = [methodology, agency === "" ? "" : `Ведомство: ${agency}.`].filter((part) => part !== "").join(" ");
  return {
    units: lines(UNITS).filter((line) => line !== ""),
    methodology:
      text === "" && classifier === ""
        ? null
        : {coverage: null, exclusions: null, classifier: classifier || null, text: text || null},
    comment: plainTextOrNull(texts.get(COMMENT) ?? ""),
    nextRelease(publishedAt) {
      const announced = [...(texts.get(RHYTHM) ?? "").matchAll(/след\. обновление:\s*(\d\d)\.(\d\d)\.(\d{4})/g)];
      const days = announced
        .map(([, day, month, year]) => parseDay(`${year}-${month}-${day}`))
        .filter((day) => day !== null)
        .filter((day) => day > publishedAt);
      return days.length === 0 ? null : Math.min(...days);
    },
  };
}

const UNITS = "Единицы измерения";
const RHYTHM = "Периодичность и характеристика временного ряда";
const SIGNS = "Признаки (перечень на базе классификаторов и справочников)";
const METHODOLOGY = "Методологические пояснения";
const AGENCY = "Ведомство (субъект статистического учета)";
const COMMENT = "Комментарий";

const WANTED: ReadonlySet<string> = new Set([UNITS, RHYTHM, SIGNS, METHODOLOGY, AGENCY, COMMENT]);
