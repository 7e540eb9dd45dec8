// PC-Axis (.px): the values of a table in the order of STUB, then HEADING, the last dimension fastest.
//
// The time is the dimension with TIMEVAL; without it the only dimension whose codes are all periods. The number of values must be the product
// of the dimensions: a file that was cut or has a lost value is refused.
import {Refusal} from "../../../service/refusal.ts";
import {parseDay, type StatedDay} from "../../../statistics/time/day.ts";
import {readBytes} from "../../input/decoded-text.ts";
import {WHOLE} from "../../input/ending.ts";
import {positionsIn} from "../../input/json-node.ts";
import type {ParserCode} from "../../source.ts";
import {ambiguityOf, codedPeriod, isCodedForm} from "./coded-period.ts";
import {codesAt, createCodedRegister} from "./coded-release.ts";
import type {CodedDimension} from "./coded-roles.ts";
import {decodePx, type PxKeyword, readPxKeywords} from "./pc-axis-text.ts";
import {readStatedDates, withoutDescriptor} from "./stated-dates.ts";
import {NO_ATTRIBUTES, soleFile, soleStart} from "./text-table.ts";

const TOKEN = /"[^"]*"|[^\s,;"]+/g;
const MAX_BYTES = 64 * 2 ** 20;

interface PxDimension extends CodedDimension {
  readonly codes: readonly string[];
}

export const pcAxis: ParserCode = {
  async recognises(files) {
    const own = withoutDescriptor(files);
    return (
      /\.px$/i.test(own[0]?.name ?? "") &&
      /^(?:CHARSET|AXIS-VERSION|CODEPAGE|LANGUAGE|CREATION-DATE|MATRIX|DECIMALS|SUBJECT-AREA)(?:\[\w+\])?=/m.test(
        await soleStart(own),
      )
    );
  },
  async parse(files, hints, sink) {
    const file = soleFile(withoutDescriptor(files));
    if (file.size > MAX_BYTES) throw new Refusal(`${file.name} is larger than ${MAX_BYTES} bytes`, null);
    const text = decodePx(file, await readBytes(file));
    const keywords = readPxKeywords(file.name, text).filter(({language}) => language === null);
    const find = (name: string, of?: string): PxKeyword | undefined =>
      keywords.find((one) => one.name === name && (of === undefined || one.of[0] === of));
    const data = find("DATA");
    if (data === undefined) throw new Refusal(`${file.name} has no DATA`, "it was cut off: download it again");
    if (find("KEYS") !== undefined)
      throw new Refusal(`${file.name} leaves out places without values (KEYS)`, "save it without KEYS");
    const names = [...(find("STUB")?.texts ?? []), ...(find("HEADING")?.texts ?? [])];
    const dimensions = names.map((name) => dimensionOf(name, find));
    const timeval = (name: string): string | undefined => {
      const said = find("TIMEVAL", name);
      return said && text.slice(said.start, said.end);
    };
    const time = timeIndex(file.name, dimensions, timeval);
    const values = text.slice(data.start, data.end);
    const product = dimensions.reduce((all, {codes}) => all * codes.length, 1);
    const count = countTokens(values);
    if (count !== product)
      throw new Refusal(
        `${file.name} has ${count} values where its dimensions have ${product} places`,
        "it is damaged: download it again",
      );
    const content = find("CONTVARIABLE")?.texts[0];
    const head = {
      noValue: ["..", "-"],
      file: file.name,
      dataset: hints.dataset === null ? (find("MATRIX")?.texts[0] ?? null) : null,
      name: find("TITLE")?.texts[0] ?? find("CONTENTS")?.texts[0] ?? null,
      publishedAt: updatedAt(keywords),
      dimensions,
      time,
      // FIX-country-04: months in the texts of TLIST(H1) are the first ones of half-years.
      frequency: letterOf(timeval(dimensions[time]!.name)) ?? null,
      periodAmbiguity: ambiguityOf(dimensions[time]!.codes),
      dates: await readStatedDates(files),
      territoryId: keywords.find(({name}) => name === "MAP")?.of[0] ?? null,
      unit: content === undefined ? (find("UNITS")?.texts[0]?.trim() ?? null) : null,
    };
    const register = createCodedRegister(head, hints, sink);
    const positionAt = positionsIn(text);
    // It holds for each content without a unit of its own.
    const unitOfAll = keywords.find(({name, of}) => name === "UNITS" && !of[0]);
    const contentAt = names.indexOf(content ?? "");
    const lists = dimensions.map((dimension) => dimension.codes);
    let at = -1;
    for (const {0: raw, index} of values.matchAll(TOKEN)) {
      const codes = codesAt(++at, lists);
      const label = contentAt < 0 ? undefined : dimensions[contentAt]!.labels.get(codes[contentAt]!);
      const unit = label === undefined ? undefined : (find("UNITS", label) ?? unitOfAll)?.texts[0]?.trim();
      const attributes = unit === undefined ? NO_ATTRIBUTES : new Map([["UNIT", unit]]);
      const {line, column} = positionAt(data.start + index);
      const bare = raw.replace(/^"(.*)"$/, "$1");
      const said = /^\.{1,6}$/.test(bare) ? ".." : bare;
      register.observeKey(codes, said, attributes, {line, column, element: `DATA[${at + 1}]`, raw});
    }
    return {metadata: register.metadata(), ending: WHOLE};
  },
};

/** One at a time: a list of all would take a hundred times the memory of the text. */
function countTokens(values: string): number {
  let count = 0;
  for (const _ of values.matchAll(TOKEN)) count++;
  return count;
}

function dimensionOf(name: string, find: (name: string, of?: string) => PxKeyword | undefined): PxDimension {
  const labels = find("VALUES", name)?.texts ?? [];
  const codes = find("CODES", name)?.texts ?? labels;
  return {id: name, name, codes, labels: new Map(codes.map((code, at) => [code, labels[at] ?? ""]))};
}

/** @param timeval the value of the keyword TIMEVAL of a dimension */
function timeIndex(file: string, dimensions: PxDimension[], timeval: (name: string) => string | undefined): number {
  const said = dimensions.findIndex(({name}) => timeval(name) !== undefined);
  const isPeriod = (code: string): boolean => typeof codedPeriod(code, null) !== "string";
  const periods = (
    codes: readonly string[],
    {name}: PxDimension,
    reads: (code: string) => boolean,
  ): string[] | null => {
    const letter = letterOf(timeval(name));
    const sign = signOf(codes, letter);
    const own = codes.map((code) => {
      const bare = inDigits(code, letter);
      return sign === null ? bare : bare.replace(/^(\d{4})[KTUV](?=\d+$)/, `$1${sign}`);
    });
    return own.length > 0 && own.every((code) => reads(code) || /^\d{4}\D+\d+$/.test(code)) ? own : null;
  };
  const choose = (reads: (code: string) => boolean): {at: number; own: string[]} | undefined => {
    const found = dimensions.flatMap((one, at) => {
      const own = periods(one.codes, one, reads) ?? periods([...one.labels.values()], one, reads);
      return own === null ? [] : [{at, own}];
    });
    return found.find(({at}) => at === said) ?? (said < 0 && found.length === 1 ? found[0] : undefined);
  };
  const chosen = choose(isCodedForm) ?? choose(isPeriod);
  if (chosen === undefined) {
    const [strange] = said < 0 ? [] : dimensions[said]!.codes.filter((code) => !isPeriod(code));
    throw strange === undefined
      ? new Refusal(`${file} does not say which dimension has the periods`, "it needs the keyword TIMEVAL")
      : new Refusal(
          `${file}: ${JSON.stringify(strange)} of the dimension ${dimensions[said]!.name} is no period that is known`,
          "write its periods as 2024, 2024Q1, 2024M01, 2024W01 or 2024-01-31",
        );
  }
  dimensions[chosen.at] = {...dimensions[chosen.at]!, codes: chosen.own};
  return chosen.at;
}

/** "202401" is a month if TIMEVAL says so: the form in which TLIST itself writes its periods. */
function inDigits(code: string, letter: string | undefined): string {
  if (letter === "D") return code.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  return letter === undefined || letter === "A"
    ? code
    : code.replace(letter === "M" || letter === "W" ? /^(\d{4})(\d\d)$/ : /^(\d{4})(\d)$/, `$1${letter}$2`);
}

/** The kind of periods in TLIST(Q1): a year, half-year, quarter, month, week or day. */
function letterOf(timeval: string | undefined): string | undefined {
  return /^\s*TLIST\(([AHQMWD])1/.exec(timeval ?? "")?.[1];
}

/**
 * The letter of periods in the publisher's language: 2011K1 is a quarter in Swedish, 2013T4 in Spanish, 2023U29 a week in Norwegian. TIMEVAL
 * says which; without it K is a quarter, and T only if there is a fourth: others are thirds of a year.
 */
function signOf(codes: readonly string[], timeval: string | undefined): string | null {
  if (timeval === "Q" || timeval === "W") return timeval;
  const hasFourth = codes.some((code) => /^\d{4}T4$/.test(code));
  return hasFourth || codes.every((code) => /^\d{4}K[1-4]$/.test(code)) ? "Q" : null;
}

/** The newest LAST-UPDATED: "20240131 09:00". */
function updatedAt(keywords: readonly PxKeyword[]): StatedDay | null {
  const days = keywords
    .filter(({name}) => name === "LAST-UPDATED")
    .map(({texts}) => parseDay((texts[0] ?? "").replace(/^(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3")))
    .filter((day) => day !== null);
  return days.sort((a, b) => b - a)[0] ?? null;
}
