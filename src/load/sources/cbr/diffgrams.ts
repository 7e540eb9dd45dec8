// Answers of the Bank of Russia's web services (DailyInfo.asmx, CreditOrgInfo.asmx): SOAP envelopes around a diffgram, SOAP 1.1 or 1.2.
//
// They have a decimal point where the XML_* answers have a comma, the newest row first, and a time zone that must not shift the day
// (parseMidnight).

import {parseNumberText} from "../../../country/ru/number-text.ts";
import {parseMidnight} from "../../../country/ru/period-words.ts";
import {matchUnit} from "../../../country/ru/unit-matcher.ts";
import {readNotRevised} from "../../../reference/reference.ts";
import {lineLocator} from "../../../service/evidence.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {ClassLabel, ReleaseMetadata} from "../../../statistics/release/release.ts";
import type {StatedDay} from "../../../statistics/time/day.ts";
import {readDecodedText, readTextStart} from "../../input/decoded-text.ts";
import {WHOLE} from "../../input/ending.ts";
import {PLAIN_METADATA, PLAIN_METHODOLOGY, publicationDay, refuseOtherName} from "../../metadata.ts";
import type {LoadHints, ObservationSink, ParserCode, ReleaseReading, SourceFile} from "../../source.ts";
import {
  DIFFGRAM_ROWS,
  type DiffgramMethod,
  diffgramMethod,
  type Figure,
  indicatorsOf,
  knownMethods,
} from "./diffgram-methods.ts";
import {readXmlRows, type XmlField, type XmlRow} from "./xml-rows.ts";

export const cbrDiffgrams: ParserCode = {recognises, parse};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  for (const file of files) {
    const start = await readTextStart(file);
    if (!/<(?:\w+:)?Envelope[\s>]/.test(start) || !start.includes("http://web.cbr.ru/")) return false;
  }
  return files.length > 0;
}

async function parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading> {
  const [file, another] = files;
  if (another) throw new Refusal("each answer of a web service is a separate release", "load them one by one");
  const rows: XmlRow[] = [];
  const text = await readDecodedText(file!);
  const {elements} = readXmlRows(
    file!.name,
    text,
    (name) => DIFFGRAM_ROWS.has(name),
    (row) => rows.push(row),
  );
  const method = diffgramMethod(elements);
  if (method === null) {
    const name = [...elements].find((element) => element.endsWith("Response"));
    throw new Refusal(
      `${file!.name} is the answer of ${name ?? "no method"}`,
      `only answers of ${knownMethods()} are read`,
    );
  }
  refuseOtherName(file!.name, "cbr", method.dataset, hints);
  sink.startFile?.(file!.name);
  const own = rows.filter(({name, path}) => name === method.row && path.includes("/diffgram/"));
  if (own.length === 0) throw new Refusal(`${file!.name} contains no rows`, "the service had no data for this request");
  // Figures about the day of the request: the command must give that day before the first value is read.
  const ofFile = method.day === null ? publicationDay(file!.name, null, hints) : null;
  const seen = readFigures(file!.name, method, own, ofFile, sink);
  const publishedAt = publicationDay(file!.name, seen.newest, hints);
  return {metadata: releaseMetadata(method, seen.classes, publishedAt), ending: WHOLE};
}

function readFigures(
  file: string,
  method: DiffgramMethod,
  rows: readonly XmlRow[],
  ofFile: StatedDay | null,
  sink: ObservationSink,
): {newest: StatedDay | null; classes: Map<string, ClassLabel>} {
  const classes = new Map<string, ClassLabel>();
  let newest: StatedDay | null = null;
  for (const row of rows) {
    const refuse = (kind: "cell" | "period", field: XmlField | undefined, column: string, reason: string): void =>
      sink.refuse({
        kind,
        file,
        line: field?.line ?? row.line,
        column,
        reason,
        text: (field?.text ?? "").slice(0, 80),
        row: [...row.fields].map(([name, {text}]) => `${name}=${text}`).join("; "),
      });
    const dayField = method.day === null ? undefined : row.fields.get(method.day);
    const day = method.day === null ? ofFile : parseMidnight(dayField?.text ?? "");
    if (day === null) {
      refuse("period", dayField, method.day!, "is not a day");
      continue;
    }
    const subject = subjectOf(method, row);
    if (subject?.code === "") {
      refuse("cell", undefined, method.subject!.code, "is missing");
      continue;
    }
    if (subject) classes.set(subject.code, subject);
    if (newest === null || day > newest) newest = day;
    for (const figure of method.figures) {
      const field = row.fields.get(figure.element);
      const read = parseNumberText(field?.text ?? "");
      if (read.kind === "unreadable") refuse("cell", field, figure.element, read.reason);
      if (read.kind !== "value") continue;
      sink.observe(sink.series(dimensions(figure, subject)), day, read.value, field!.line, originOf(file, field!));
    }
  }
  return {newest, classes};
}

function originOf(file: string, {line, path, text}: XmlField) {
  return {explain: () => ({locator: lineLocator(file, line, null, path), raw: text, steps: []})};
}

function subjectOf({subject}: DiffgramMethod, row: XmlRow): ClassLabel | null {
  if (subject === null) return null;
  const text = (name: string): string => (row.fields.get(name)?.text ?? "").replace(/\s+/g, " ").trim();
  return {code: text(subject.code), name: text(subject.name) || text(subject.code), note: null};
}

function dimensions({indicator, unit}: Figure, subject: ClassLabel | null) {
  return {
    indicator,
    classification: subject?.code ?? null,
    measure: null,
    transformation: "level",
    unit: matchUnit(unit)!.code,
    frequency: "D",
    territory: "643",
  } as const;
}

function releaseMetadata(
  method: DiffgramMethod,
  classes: ReadonlyMap<string, ClassLabel>,
  publishedAt: StatedDay,
): ReleaseMetadata {
  const units = [...new Set(method.figures.map(({unit}) => unit))];
  return {
    ...PLAIN_METADATA,
    provider: "cbr",
    dataset: method.dataset,
    name: method.name,
    publishedAt,
    partial: true,
    frequency: "D",
    revised: !readNotRevised().has(`cbr/${method.dataset}`),
    sourceUrl: method.sourceUrl,
    indicators: indicatorsOf(method),
    classes: method.subject === null ? null : [...classes.values()],
    units: units.map((unit) => matchUnit(unit)!),
    methodology: {...PLAIN_METHODOLOGY, classifier: method.subject?.classifier ?? null, text: method.text},
  };
}
