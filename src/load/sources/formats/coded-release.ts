// A release of coded cells: each has the codes of its dimensions, a period, a text and attributes. All formats of the field become this.
//
// The identity of a series is its codes alone, never a label, so that the same data in two formats or languages are the same series.

import {readNotRevised} from "../../../reference/reference.ts";
import {lineLocator} from "../../../service/evidence.ts";
import {Refusal} from "../../../service/refusal.ts";
import {decimalFault, readDecimal} from "../../../statistics/decimal-text.ts";
import type {ClassLabel, IndicatorLabel, ReleaseMetadata, UnitLabel} from "../../../statistics/release/release.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {StatedDay} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {PriceWeek} from "../../../statistics/time/week.ts";
import type {DateMeaning} from "../../described/facts.ts";
import {
  datasetCodeProblem,
  hintedDataset,
  indicatorLabel,
  PLAIN_METADATA,
  refuseOtherName,
  statedDay,
} from "../../metadata.ts";
import type {LoadHints, ObservationSink, ProblemKind} from "../../source.ts";
import {
  type Attributes,
  codedUnit,
  findAttribute,
  missingReason,
  multiplierOf,
  ownYearReason,
  STATUS_ATTRIBUTE,
  saysMissing,
  UNIT_ATTRIBUTE,
  YEAR_START_ATTRIBUTE,
} from "./coded-attributes.ts";
import {type CodedPeriod, codedPeriod} from "./coded-period.ts";
import {type CodedDimension, codedRoles, TERRITORY} from "./coded-roles.ts";
import {isoTerritory} from "./iso-territory.ts";
import {createStatedDates} from "./stated-dates.ts";

/** The facts of a coded file about itself; absent or null: it does not say. */
export interface CodedHead {
  readonly file: string;
  readonly provider?: string | null;
  readonly dataset?: string | null;
  readonly name?: string | null;
  readonly publishedAt?: StatedDay | null;
  readonly dimensions: readonly CodedDimension[];
  /** The place of the periods among the dimensions, if they are one. */
  readonly time?: number;
  /** The letter of the frequency of all periods, if the file says it and no dimension has frequencies. */
  readonly frequency?: string | null;
  /** The reason why no period can be read without a dimension of frequencies. */
  readonly periodAmbiguity?: string | null;
  /** The meaning of a date, by the word of a person, if nothing says its frequency. */
  readonly dates?: DateMeaning | undefined;
  /** The dimension that the file calls its territories. */
  readonly territoryId?: string | null;
  /** ISO 3166 code of the territory of all values, if no dimension has territories. */
  readonly territory?: string | null;
  /** The texts that mean no value in this format, besides an empty one. */
  readonly noValue?: readonly string[];
  /** Name of the unit of all values, if no dimension or attribute has units. */
  readonly unit?: string | null;
  /** A unit multiplier may be a factor in place of a power of ten. */
  readonly mayHaveFactors?: boolean;
}

/** A place of a text: the field of a row, or the character of a line with the path of its element. */
export interface CodedLocation {
  readonly line: number;
  readonly column: number | null;
  readonly element: string | null;
  /** Of a workbook: `line` is then the place in the sheet. */
  readonly sheet?: {readonly name: string; readonly cell: string};
  /** As in the file, if the value is only a part of it. */
  readonly raw?: string;
}

export interface CodedRegister {
  /** @param codes by place of the dimension; "" for one that the key lacks */
  observe(codes: readonly string[], time: string, text: string, attributes: Attributes, location: CodedLocation): void;
  /** As `observe`, with the period among the codes. */
  observeKey(codes: readonly string[], text: string, attributes: Attributes, location: CodedLocation): void;
  /** After the last value. @throws Refusal if the word of a person had no effect */
  metadata(): ReleaseMetadata;
}

interface CodedSeries {
  readonly territory: Territory | string;
  readonly frequency: string | null;
  readonly dimensions: {indicator: string; classification: string | null; unit: string | null};
  readonly handles: Map<Frequency, number>;
}

const OTHER_UNIT = "has another unit than the values of its key before it";
/** Other factors are no powers that SDMX knows. */
const FACTOR = "has a unit multiplier that is a factor or a power of ten:";
const NO_TERRITORY = "names no territory: give its ISO 3166 code with --territory CODE";

/** @throws Refusal if neither the file nor the command names provider, dataset, day of publication or territory */
export function createCodedRegister(head: CodedHead, hints: LoadHints, sink: ObservationSink): CodedRegister {
  const {file, time: timeIndex = -1} = head;
  const dimensions = head.dimensions.filter((_, at) => at !== timeIndex);
  const {provider, dataset} = ownName(head, hints);
  const publishedAt = statedDay(file, head.publishedAt ?? null, hints, `${file} does not say when it was published`);
  const roles = codedRoles(dimensions, head.territoryId);
  const everywhere = hints.territory ?? head.territory ?? null;
  const name = head.name ?? dataset;
  const series = new Map<string, CodedSeries>();
  const [indicators, classes, units] = [
    new Map<string, IndicatorLabel>(),
    new Map<string, ClassLabel>(),
    new Map<string, UnitLabel>(),
  ];
  const territories = new Map<string, Territory>();
  const weeks = new Map<number, PriceWeek>();
  const label = (at: number, code: string): string => dimensions[at]!.labels.get(code) ?? "";

  const createSeries = (
    codes: readonly string[],
    attributes: Attributes,
    found: UnitLabel | string | null,
  ): CodedSeries => {
    const said =
      roles.territory < 0 ? (findAttribute(attributes, TERRITORY) ?? everywhere ?? "") : codes[roles.territory]!;
    const known = roles.territory < 0 ? "" : label(roles.territory, said);
    const territory = said === "" ? NO_TERRITORY : isoTerritory(said, known, said === everywhere ? "iso" : provider);
    const indicator = roles.indicator < 0 ? dataset : codes[roles.indicator]!;
    indicators.set(
      indicator,
      indicatorLabel(indicator, roles.indicator < 0 ? name : label(roles.indicator, indicator) || indicator),
    );
    const parts = roles.classes.map((at) => codes[at]!);
    const classification = parts.every((part) => part === "")
      ? null
      : parts.map((part) => part.replaceAll("~", "%7E")).join("~");
    if (classification !== null) {
      const names = roles.classes.map((at, index) => label(at, parts[index]!) || parts[index]!);
      classes.set(classification, {code: classification, name: names.filter(Boolean).join(" / "), note: null});
    }
    const unit = typeof found === "string" ? null : found;
    if (unit !== null) units.set(unit.code, unit);
    if (typeof territory !== "string") territories.set(territory.code, territory);
    const own = {indicator, classification, unit: unit?.code ?? null};
    return {
      territory,
      frequency: roles.frequency < 0 ? (head.frequency ?? null) : codes[roles.frequency]!,
      dimensions: own,
      handles: new Map(),
    };
  };
  const stated = createStatedDates(file, head.dates);
  const periodOf = (key: string, {frequency}: CodedSeries, time: string): CodedPeriod | string =>
    frequency ? codedPeriod(time, frequency) : stated.of(key, codedPeriod(time, null));
  const multiplier = multiplierOf(provider);
  const unitOf = (codes: readonly string[], attributes: Attributes): UnitLabel | string | null => {
    const own = roles.unit < 0 ? (findAttribute(attributes, UNIT_ATTRIBUTE) ?? head.unit ?? "") : codes[roles.unit]!;
    const power = findAttribute(attributes, multiplier);
    if (head.mayHaveFactors === true && /^10?$/.test(power ?? "")) return `${FACTOR} ${power}`;
    return codedUnit(own, roles.unit < 0 ? "" : label(roles.unit, own), power);
  };

  /** FIX-country-05: an attribute that is a part of the unit, or the reason of a missing value. */
  const isKept = (id: string, isMissing: boolean): boolean =>
    UNIT_ATTRIBUTE.test(id) ||
    multiplier.test(id) ||
    (isMissing && STATUS_ATTRIBUTE.test(id)) ||
    (roles.territory < 0 && TERRITORY.test(id));

  sink.startFile?.(file);
  const register: CodedRegister = {
    observeKey(codes, text, attributes, location) {
      const others = codes.filter((_, at) => at !== timeIndex);
      register.observe(others, codes[timeIndex]!, text, attributes, location);
    },
    observe(codes, time, text, attributes, location) {
      const {line, column, element, sheet, raw = text} = location;
      const unit = unitOf(codes, attributes);
      const key = `${codes.join("\u0001")}\u0002${roles.territory < 0 ? (findAttribute(attributes, TERRITORY) ?? "") : ""}`;
      let own = series.get(key);
      if (own === undefined) {
        own = createSeries(codes, attributes, unit);
        series.set(key, own);
      }
      const refuse = (kind: ProblemKind, reason: string, said: string): void =>
        sink.refuse({kind, file, ...refusedLocation(location), reason, text: said.slice(0, 80), row: null});
      const bare = text.trim();
      const period =
        own.frequency === null && head.periodAmbiguity != null
          ? head.periodAmbiguity
          : (ownYearReason(time, findAttribute(attributes, YEAR_START_ATTRIBUTE)) ?? periodOf(key, own, time));
      const status = findAttribute(attributes, STATUS_ATTRIBUTE);
      const isMissing =
        bare === "" || bare === "NaN" || head.noValue?.includes(bare) === true || saysMissing(attributes);
      const reason = isMissing ? missingReason(bare, status) : null;
      // The status of a missing value is its reason; the unit is a part of the series.
      for (const [id, value] of attributes)
        if (!isKept(id, reason !== null)) sink.ignore?.("attribute", `${id} ${value}`);
      if (reason !== null) sink.ignore?.("missing", reason);
      // A period without a value loses nothing, whatever its words or its territory.
      if (typeof period === "string") return reason === null ? refuse("period", period, time) : undefined;
      const {territory} = own;
      // One key has one unit in a file: a second one is a damaged multiplier, or a change that a person must see.
      const unitFault =
        typeof unit === "string" ? unit : (unit?.code ?? null) === own.dimensions.unit ? null : OTHER_UNIT;
      if (unitFault !== null && reason === null)
        return refuse("unit", unitFault, String(unit === null ? "" : typeof unit === "string" ? "" : unit.code));
      if (typeof territory === "string")
        return reason === null ? refuse("territory", territory, codes[roles.territory] ?? "") : undefined;
      const value = reason === null ? readDecimal(bare) : null;
      if (reason === null && value === null) return refuse("cell", decimalFault(bare), text);
      let handle = own.handles.get(period.frequency);
      if (handle === undefined) {
        const {frequency} = period;
        handle = sink.series({
          ...own.dimensions,
          measure: null,
          transformation: null,
          frequency,
          territory: territory.code,
        });
        own.handles.set(frequency, handle);
      }
      if (period.week !== undefined) weeks.set(period.ordinal, period.week);
      const steps = raw.trim() === bare ? [] : ["the flags after it are left out"];
      const locator = sheet
        ? {file, sheet: sheet.name, cell: sheet.cell, line: null, column: null, element: null}
        : lineLocator(file, line, column, element);
      const origin = {explain: () => ({locator, raw, steps})};
      if (value !== null) sink.observe(handle, period.ordinal, value, line, origin);
      else sink.missing?.(handle, period.ordinal, reason!, line, origin);
    },
    metadata() {
      stated.finish();
      return {
        ...PLAIN_METADATA,
        ...{provider, dataset, name, publishedAt, country: "none"},
        revised: !readNotRevised().has(`${provider}/${dataset}`),
        indicators: [...indicators.values()],
        classes: classes.size === 0 ? null : [...classes.values()],
        units: units.size === 0 ? null : [...units.values()],
        territories: [...territories.values()],
        weeks: weeks.size === 0 ? null : [...weeks.values()],
      };
    },
  };
  return register;
}

/** The codes at a place of a table whose last dimension is the fastest. */
export function codesAt(index: number, lists: readonly (readonly string[])[]): string[] {
  let rest = index;
  const codes: string[] = [];
  for (const list of lists.toReversed()) {
    codes.unshift(list[rest % list.length]!);
    rest = Math.floor(rest / list.length);
  }
  return codes;
}

function refusedLocation({line, column, sheet}: CodedLocation) {
  if (sheet !== undefined) return {sheet: sheet.name, cell: sheet.cell, line: null, column: null};
  return {line, column: column === null ? null : String(column)};
}

/** The file's own name of provider and dataset, completed by the command. */
function ownName({file, provider, dataset}: CodedHead, hints: LoadHints): {provider: string; dataset: string} {
  const clean = (code: string | null | undefined): string | null =>
    code?.replace(/[^A-Za-z0-9_.-]+/g, "_").slice(0, 64) || null;
  const [owner, own] = [clean(provider)?.toLowerCase() ?? hints.provider, clean(dataset)];
  if (owner === null) throw new Refusal(`${file} does not name its provider`, "give it a code with --provider CODE");
  const code = own ?? hintedDataset(owner, hints);
  if (code === null) throw new Refusal(`${file} does not name its dataset`, "give it a code with --dataset CODE");
  for (const name of [owner, code]) {
    const problem = datasetCodeProblem(name);
    if (problem !== null) throw new Refusal(`${file}: the code of its provider or dataset ${problem}`, null);
  }
  refuseOtherName(file, owner, code, hints);
  return {provider: owner, dataset: code};
}
