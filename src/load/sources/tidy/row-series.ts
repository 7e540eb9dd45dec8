// The series of a row, from its dimension cells. Each combination is checked once and then found by its bytes.
//
// A slot is such a combination. It becomes a series of the release with its first value; if the shape of the period decides the frequency,
// it becomes one series for each frequency.
import type {SeriesDimensions} from "../../../statistics/catalogue/catalogue.ts";
import {LEVELS, type Territory} from "../../../statistics/territory.ts";
import {FREQUENCIES, type Frequency} from "../../../statistics/time/frequency.ts";
import type {ObservationSink} from "../../source.ts";
import {createByteDictionary, enlarged} from "./byte-dictionary.ts";
import type {CsvScanner} from "./csv-scanner.ts";
import {findCodeFault, type RowFault} from "./fields.ts";
import {DIMENSION_COLUMNS, NO_INDEX, type TidyColumn, type TidyHeader} from "./header.ts";
import {findLabelFault, findStrangeness, type KnownTerritories} from "./known-territories.ts";

export interface RowSeriesRules {
  /** The frequency of rows without a freq cell; null: the shape of the period decides. */
  readonly frequency: Frequency | null;
  /** The unit of files without a column of units. May throw Refusal. */
  readonly unit: () => string | null;
  /** Built-in territories, replaced or extended by the package's own. */
  readonly territories: ReadonlyMap<string, Territory>;
  readonly known: KnownTerritories;
}

export interface RowSeries {
  /** The slot of the scanner's present row, or its fault. */
  slotOf(scanner: CsvScanner, header: TidyHeader): number | RowFault;
  /** Place of the slot's frequency in FREQUENCIES; -1: the shape of the period decides. */
  frequencyOf(slot: number): number;
  handleOf(slot: number, frequency: number): number;
  /** Territories known only by their labels. */
  labelled(): readonly Territory[];
  /** Territories of the country's own list that have a series. */
  builtIn(): readonly Territory[];
}

export function createRowSeries(rules: RowSeriesRules, sink: ObservationSink): RowSeries {
  const dictionary = createByteDictionary();
  const slots: Omit<SeriesDimensions, "frequency">[] = [];
  const labelled = new Map<string, Territory>();
  let frequencies = new Int32Array(64);
  let handles = new Int32Array(64 * FREQUENCIES.length).fill(NONE);
  const byCanonical = new Map([...rules.territories.values()].map((territory) => [territory.canonical, territory]));
  let key = new Uint8Array(1024);
  let keyLength = 0;
  let lastSlot = NONE;

  function readSlot(scanner: CsvScanner, header: TidyHeader): number | RowFault {
    const cells: Partial<Record<TidyColumn, string>> = {};
    for (const column of DIMENSION_COLUMNS) {
      const index = header.columnIndexes[column];
      if (index === undefined) continue;
      const cell = decodeCell(scanner, index);
      // A name in a spreadsheet cell may have line breaks; a code may not.
      const text = column === "geo_label" && cell !== null ? cell.replace(/\s+/g, " ") : cell;
      const reason = text === null ? "is not text in UTF-8" : findCodeFault(text);
      if (reason !== null) return {column, reason, text: text ?? ""};
      if (text !== null && text !== "" && (text !== "-" || column === "geo_label")) cells[column] = text;
    }
    const {indicator, freq, geo} = cells;
    if (indicator === undefined) return {column: "indicator", reason: "is empty", text: ""};
    if (geo === undefined) return {column: "geo", reason: "is empty", text: ""};
    const frequency = freq === undefined ? rules.frequency : FREQUENCIES.find((one) => one === freq);
    if (frequency === undefined)
      return {column: "freq", reason: `is not one of ${FREQUENCIES.join(", ")}`, text: freq ?? ""};
    const fault = findTerritoryFault(geo, cells.geo_label ?? null);
    if (fault !== null) return fault;
    const slot = slots.push({
      indicator,
      classification: cells.class ?? null,
      measure: cells.measure ?? null,
      transformation: cells.transformation ?? null,
      unit: header.columnIndexes.unit === undefined ? rules.unit() : (cells.unit ?? null),
      territory: geo,
    });
    if (slot > frequencies.length) {
      frequencies = enlarged(frequencies, slot * 2);
      const before = handles.length;
      handles = enlarged(handles, frequencies.length * FREQUENCIES.length).fill(NONE, before);
    }
    frequencies[slot - 1] = frequency === null ? -1 : FREQUENCIES.indexOf(frequency);
    return slot - 1;
  }

  function findTerritoryFault(code: string, label: string | null): RowFault | null {
    const fault = (reason: string, column = "geo", text = code): RowFault => ({column, reason, text});
    const labelFault = label === null ? null : findLabelFault(rules.known, code, label);
    if (labelFault !== null) return fault(labelFault, "geo_label", label!);
    if (rules.territories.has(code)) return null;
    if (code === "all" || LEVELS.some((level) => level === code)) return fault("is the name of a level, not a code");
    // A code with a label is a territory of the package. Without a label, a known name or a normalised code was probably meant.
    const meant = byCanonical.get(code) ?? (label === null ? rules.known.named(code) : null);
    if (meant) return fault(`is not a code of the source; ${meant.name} is ${meant.code}`);
    if (label === null) {
      const unknown = rules.known.builtIn.size > 0 ? "is neither built in nor listed" : "is not listed";
      return fault(`${unknown} under geo in dataset.json, and the row has no geo_label`);
    }
    const canonical = rules.known.canonicalOf(code, "city");
    const strangeness = findStrangeness(rules.known.country, canonical);
    if (strangeness !== null) return fault(strangeness);
    const known = labelled.get(code);
    if (known && known.name !== label) {
      return fault(`names ${code}, which another row calls ${JSON.stringify(known.name)}`, "geo_label", label);
    }
    if (!known)
      labelled.set(code, {
        code,
        name: label,
        level: "city",
        canonical,
        parent: null,
        labelled: true,
      });
    return null;
  }

  return {
    slotOf(scanner, header) {
      const {bytes, start, end} = scanner;
      const lastLength = keyLength;
      let length = 0;
      // Zero while the key equals the key of the row before, which is usual.
      let difference = 0;
      for (let column = 0; column < header.dimensions.length; column++) {
        const index = header.dimensions[column]!;
        // A missing column differs from an empty cell: the package may still have a unit.
        const last = index === NO_INDEX ? 0 : end[index]!;
        let at = index === NO_INDEX ? 0 : start[index]!;
        if (length + last - at + 2 > key.length) key = enlarged(key, (length + last - at + 2) * 2);
        for (; at < last; at++, length++) {
          const byte = bytes[at]!;
          difference |= key[length]! ^ byte;
          key[length] = byte;
        }
        const mark = index === NO_INDEX ? ABSENT : SEPARATOR;
        difference |= key[length]! ^ mark;
        key[length++] = mark;
      }
      keyLength = length;
      if (difference === 0 && length === lastLength && lastSlot !== NONE) return lastSlot;
      const known = dictionary.find(key, 0, length);
      // Only readable combinations are added, so ids equal slots.
      const slot = known === -1 ? readSlot(scanner, header) : known;
      lastSlot = typeof slot === "number" ? slot : NONE;
      if (known === -1 && lastSlot !== NONE) dictionary.add(key, 0, length);
      return slot;
    },
    frequencyOf: (slot) => frequencies[slot]!,
    handleOf(slot, frequency) {
      const index = slot * FREQUENCIES.length + frequency;
      if (handles[index] === NONE) handles[index] = sink.series({...slots[slot]!, frequency: FREQUENCIES[frequency]!});
      return handles[index]!;
    },
    labelled: () => [...labelled.values()],
    builtIn: () =>
      [...new Set(slots.map(({territory}) => territory))].flatMap((code) => {
        const known = rules.known.builtIn.get(code);
        return known !== undefined && rules.territories.get(code) === known ? [known] : [];
      }),
  };
}

const NONE = -1;
/** No code contains these control characters. */
const [ABSENT, SEPARATOR] = [30, 31];
const strictText = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});

/** A cell as text without blanks around it; null: it is not UTF-8. */
export function decodeCell({bytes, start, end}: CsvScanner, cell: number): string | null {
  try {
    return strictText.decode(bytes.subarray(start[cell], end[cell])).trim();
  } catch {
    return null;
  }
}
