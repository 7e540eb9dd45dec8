// The Bank of Russia's DataService (cbr.ru/dataservice): answers in JSON, in the three shapes of its methods data, dataEx and dataNew.
//
// Only the address of the request has the dataset, so the command must name it. An answer has only the requested years and measures, so it
// is a partial release.
import {parseNumberText} from "../../../country/ru/number-text.ts";
import {matchUnit} from "../../../country/ru/unit-matcher.ts";
import {lineLocator} from "../../../service/evidence.ts";
import {Refusal} from "../../../service/refusal.ts";
import {readDecimal} from "../../../statistics/decimal-text.ts";
import type {ReleaseMetadata, UnitLabel} from "../../../statistics/release/release.ts";
import {firstDay, lastDay, type StatedDay} from "../../../statistics/time/day.ts";
import {readDecodedText, readTextStart} from "../../input/decoded-text.ts";
import {WHOLE} from "../../input/ending.ts";
import {type JsonNode, parseJsonNode, positionsIn} from "../../input/json-node.ts";
import {hintedDataset, indicatorLabel, PLAIN_METADATA, publicationDay} from "../../metadata.ts";
import type {LoadHints, ObservationSink, ParserCode, ReleaseReading, SourceFile} from "../../source.ts";
import {type ServiceAnswer, type ServiceRow, serviceAnswer, servicePeriod} from "./data-service-shapes.ts";

export const cbrDataService: ParserCode = {recognises, parse};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  for (const file of files) if (!/^\s*\{\s*"R(?:aw|ow)Data"\s*:/.test(await readTextStart(file))) return false;
  return files.length > 0;
}

async function parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading> {
  const [file, another] = files;
  if (another) throw new Refusal("each answer of the DataService is a separate release", "load them one by one");
  const dataset = datasetOf(file!.name, hints);
  const text = await readDecodedText(file!);
  const answer = serviceAnswer(parseJsonNode(file!.name, text));
  if (answer === null)
    throw new Refusal(`${file!.name} contains no rows`, "the DataService had no data for this request");
  sink.startFile?.(file!.name);
  let newest: StatedDay | null = null;
  const positionAt = positionsIn(text);
  for (const row of answer.rows) {
    const day = takeRow({file: file!.name, text, positionAt}, row, answer, sink);
    if (day !== null && (newest === null || day > newest)) newest = day;
  }
  const publishedAt = publicationDay(file!.name, newest, hints);
  return {metadata: releaseMetadata(dataset, answer, publishedAt), ending: WHOLE};
}

function datasetOf(file: string, hints: LoadHints): string {
  const code = hintedDataset("cbr", hints);
  if ((hints.provider ?? "cbr") === "cbr" && code !== null && /^[\w.-]+$/.test(code)) return code;
  throw new Refusal(
    `${file} is an answer of the Bank of Russia's DataService, which does not name its dataset`,
    "give the dataset a code with --dataset CODE",
  );
}

/** @returns the last day of the row's period; null: the row can't be read */
function takeRow(
  {
    file,
    text,
    positionAt,
  }: {readonly file: string; readonly text: string; readonly positionAt: ReturnType<typeof positionsIn>},
  row: ServiceRow,
  answer: ServiceAnswer,
  sink: ObservationSink,
): StatedDay | null {
  const {line, column} = positionAt((row.value ?? row.node).start);
  const refuse = (kind: "cell" | "period", name: string, reason: string, said: string): null => {
    const location = {file, line, column: `${column} (${name})`};
    sink.refuse({kind, ...location, reason, text: said.slice(0, 80), row: text.slice(row.node.start, row.node.end)});
    return null;
  };
  const first = answer.rows[0]!.node.members;
  const lacking = [...first.keys()].find((name) => !row.node.members.has(name));
  if (lacking !== undefined) return refuse("cell", lacking, "is not given, as it is in the first row", "");
  const period = servicePeriod(row);
  if (typeof period === "string") return refuse("period", "date", period, `${row.words ?? ""} ${row.date}`.trim());
  const value = numberOf(row.value, text);
  if (typeof value === "string") return refuse("cell", row.path, value, String(row.value?.scalar ?? ""));
  const {frequency, ordinal} = period;
  if (value !== null) {
    const series = sink.series({
      indicator: row.indicator,
      classification: classOf(row),
      measure: row.measure,
      transformation: "level",
      unit: unitOf(row, answer)?.code ?? null,
      frequency,
      territory: "643",
    });
    const raw = text.slice(row.value!.start, row.value!.end);
    sink.observe(series, ordinal, value, line, {
      explain: () => ({locator: lineLocator(file, line, column, row.path), raw, steps: []}),
    });
  }
  return lastDay(frequency, firstDay(frequency, ordinal));
}

/** The value; null: missing; a text: the reason why it can't be read. */
function numberOf(node: JsonNode | undefined, text: string): number | string | null {
  const scalar = node?.scalar;
  if (node === undefined || scalar === null) return null;
  if (typeof scalar === "number")
    return readDecimal(text.slice(node.start, node.end)) ?? "has more digits than can be kept";
  if (typeof scalar !== "string") return "is not a number";
  const read = parseNumberText(scalar);
  if (read.kind === "unreadable") return read.reason;
  return read.kind === "value" ? read.value : null;
}

function classOf({classes}: ServiceRow): string | null {
  return classes.every((part) => part === "") ? null : classes.join("~");
}

function unitOf(row: ServiceRow, answer: ServiceAnswer): UnitLabel | null {
  return matchUnit(answer.unitNames.get(row.unit) ?? "");
}

function releaseMetadata(dataset: string, answer: ServiceAnswer, publishedAt: StatedDay): ReleaseMetadata {
  const indicators = new Set(answer.rows.map((row) => row.indicator));
  const classes = new Set(answer.rows.map(classOf).filter((code) => code !== null));
  const units = new Map<string, UnitLabel>();
  for (const row of answer.rows) {
    const unit = unitOf(row, answer);
    if (unit !== null) units.set(unit.code, unit);
  }
  const name = answer.name ?? [...indicators].map((code) => answer.indicatorNames.get(code)).find(Boolean) ?? dataset;
  return {
    ...PLAIN_METADATA,
    provider: "cbr",
    dataset,
    name,
    publishedAt,
    partial: true,
    sourceUrl: "https://www.cbr.ru/statistics/data-service/",
    indicators: [...indicators].map((code) => indicatorLabel(code, answer.indicatorNames.get(code) || name)),
    classes:
      classes.size === 0
        ? null
        : [...classes].map((code) => ({code, name: answer.classNames.get(code) || code, note: null})),
    units: units.size === 0 ? null : [...units.values()],
  };
}
