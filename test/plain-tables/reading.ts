// Reads a made table as a person would load it, with a proposal, and compares every value with the truth.
//
// A table is right if each value has its territory, period, unit and name, no other value is there, and no question is left open. What a
// table states to be missing may be left out or told as missing.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {countryOf} from "../../src/country/countries.ts";
import {readDescribed} from "../../src/load/described/read-described.ts";
import {collectSourceFiles} from "../../src/load/input/source-files.ts";
import {previewDescriptor} from "../../src/load/proposal/preview.ts";
import type {SeriesDimensions} from "../../src/statistics/catalogue/catalogue.ts";
import {dayText, firstDay, parseDay, type StatedDay} from "../../src/statistics/time/day.ts";
import {weekText} from "../../src/statistics/time/week.ts";
import {answersOf, DATASET_OF_TESTS} from "./answers-given.ts";
import {type MadeTable, type TrueValue, UNITS} from "./table-model.ts";

export interface TableResult {
  /** Nothing but the truth was read, all of it, and no question is open. */
  readonly right: boolean;
  /** Values with a wrong territory, period, unit, name or number, in a reading without an open question. */
  readonly wrong: number;
  readonly why: string;
}

const TODAY = parseDay("2026-02-01")!;

/** Soon after the last period, as a release is. */
function dayOfRelease({truth}: MadeTable): StatedDay {
  const last = Math.max(...truth.map(({period}) => Number(period.slice(2, 6))));
  return parseDay(`${last + 1}-01-31`)!;
}

export async function readTable(folder: string, table: MadeTable): Promise<TableResult> {
  const path = join(folder, table.file);
  await writeFile(path, table.bytes);
  const {dates: _d, years: _y, territories: _t, ...plain} = table.words;
  // A question is answered only after it was asked.
  const asks = table.asked === null ? null : await attempt(path, plain, dayOfRelease(table));
  if (asks !== null && !("refused" in asks) && !asks.questions.some((what) => table.asked!.test(what)))
    return {
      right: false,
      wrong: asks.questions.length === 0 ? asks.read.length : 0,
      why: `was not asked: ${asks.questions.join(" | ")}`,
    };
  const result = await attempt(path, table.words, dayOfRelease(table));
  if ("refused" in result) return {right: false, wrong: 0, why: result.refused};
  const {read, questions, losses} = result;
  if (questions.length > 0) return {right: false, wrong: 0, why: `asks: ${questions.join(" | ")}`};
  const said = new Map(read.map((one) => [keyOf(one), one.value]));
  const fault = table.truth.find((one) => one.value !== null && said.get(keyOf(one)) !== one.value);
  const known = new Map(table.truth.map((one) => [keyOf(one), one.value]));
  const strange = read.filter((one) => known.get(keyOf(one)) !== one.value);
  const lost = losses === "" ? "" : `; lost: ${losses}`;
  if (fault === undefined && strange.length === 0 && read.length === said.size && losses === "")
    return {right: true, wrong: 0, why: ""};
  const first = strange[0] === undefined ? "" : `; read ${JSON.stringify(strange[0])}`;
  return {right: false, wrong: strange.length, why: `lacks ${JSON.stringify(fault)}${first}${lost}`};
}

function keyOf({territory, period, unit, name}: TrueValue): string {
  return JSON.stringify([territory, period, unit, name]);
}

interface Attempt {
  readonly read: readonly TrueValue[];
  readonly questions: readonly string[];
  readonly losses: string;
}

async function attempt(
  path: string,
  words: MadeTable["words"],
  given: StatedDay,
): Promise<Attempt | {readonly refused: string}> {
  try {
    const terms = {country: countryOf("RU")!, given, today: TODAY, descriptor: null, builtIn: new Map()};
    const preview = await previewDescriptor(path, {...terms, ...DATASET_OF_TESTS, answers: answersOf(words)});
    const questions = preview.guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
    const losses = preview.losses.map(({reason, text, values}) => `${values} ${reason} ${text}`).join(", ");
    const {files} = await collectSourceFiles(path);
    const series: SeriesDimensions[] = [];
    const found: [number, number, number][] = [];
    const hints = {provider: null, dataset: null, publishedAt: dayText(given)};
    const {metadata} = await readDescribed(preview.descriptor, files[0]!, hints, {
      series: (dimensions) => series.push({...dimensions}) - 1,
      observe: (handle, ordinal, value) => void found.push([handle, ordinal, value]),
      refuse() {},
    });
    const territories = new Map(metadata.territories?.map((one) => [one.code, one]));
    const units = new Map(metadata.units?.map(({code, name}) => [code, name]));
    const indicators = new Map(metadata.indicators?.map(({code, label}) => [code, label ?? code]));
    const classes = new Map(metadata.classes?.map(({code, name}) => [code, name]));
    const read = found.map(([handle, ordinal, value]): TrueValue => {
      const one = series[handle]!;
      const own = territories.get(one.territory);
      const listed =
        countryOf("RU")!.territories.ofCode(one.territory) ?? countryOf("US")!.territories.ofCode(one.territory);
      const canonical = own?.canonical ?? listed?.canonical ?? one.territory;
      const isGroup = own !== undefined && own.level !== "country" && !/^(?:RU|US)-[A-Z\d]{2}$/.test(canonical);
      const unit = units.get(one.unit!) ?? one.unit!;
      const indicator = one.indicator === DATASET_OF_TESTS.dataset ? "" : indicators.get(one.indicator)!;
      const parts = [indicator, one.classification === null ? "" : classes.get(one.classification)!];
      return {
        territory: isGroup ? `name:${own.name}` : canonical,
        period:
          one.frequency === "W"
            ? `W ${weekText(ordinal)}`
            : `${one.frequency} ${dayText(firstDay(one.frequency, ordinal))}`,
        unit: Object.entries(UNITS).find(([, names]) => names.includes(unit))?.[0] ?? unit,
        name: parts.filter((part) => part !== "").join(" / "),
        value,
      };
    });
    return {read, questions, losses};
  } catch (error) {
    return {refused: (error as Error).message.split("\n")[0]!};
  }
}
