// Identities of EMISS series: everything that distinguishes them except the period, found once for each key.
//
// One identity has a handle for each frequency and kind of value in its period words: months, quarters and years of one key are different
// series (FIX-fedstat-13), and the unit is a part of the key (FIX-fedstat-14).
import {matchTerritoryCode} from "../../../country/ru/territory-matcher.ts";
import {matchUnit} from "../../../country/ru/unit-matcher.ts";
import type {ClassLabel, UnitLabel} from "../../../statistics/release/release.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {ObservationSink} from "../../source.ts";
import {
  type DimensionRoles,
  dimensionRoles,
  fedstatDimensions,
  type KeyDimensions,
  type KeyProblem,
  NO_ROLES,
} from "./dimensions.ts";
import type {MessageHead} from "./message-head.ts";
import type {MessageSeries} from "./message-series.ts";

/** The frequency and kind of value that a period word gives its series. */
const PERIOD_CLASSES = [
  {frequency: "M", transformation: "level"},
  {frequency: "M", transformation: "level_ytd"},
  {frequency: "Q", transformation: "level"},
  {frequency: "A", transformation: "level"},
  {frequency: "W", transformation: "level"},
] as const;

export interface Identity {
  /** In order of appearance. */
  readonly number: number;
  /** null: the key can't be understood, and `problem` says why. */
  readonly dimensions: KeyDimensions | null;
  readonly problem: KeyProblem | null;
  readonly unit: string | null;
  /** By place in PERIOD_CLASSES; -1: none yet. */
  readonly handles: Int32Array;
}

export interface SeenCodes {
  readonly roles: DimensionRoles;
  readonly classes: readonly ClassLabel[];
  readonly units: readonly UnitLabel[];
  /** Only territories that are not built in. */
  readonly territories: readonly Territory[];
  readonly seriesCount: number;
}

export interface Identities {
  find(series: MessageSeries, head: MessageHead): Identity;
  numbered(number: number): Identity;
  handle(identity: Identity, periodClass: number): number;
  seen(): SeenCodes;
}

export function createIdentities(sink: ObservationSink): Identities {
  const identities = new Map<string, Identity>();
  const inOrder: Identity[] = [];
  const classes = new Map<string, ClassLabel>();
  const units = new Map<string, UnitLabel>();
  const territories = new Map<string, Territory>();
  let roles: DimensionRoles | null = null;
  let indicator = "";
  let seriesCount = 0;
  let last: Identity | null = null;

  const read = (series: MessageSeries, head: MessageHead): Identity => {
    const concepts = series.concepts.slice(0, series.dimensionCount);
    if (concepts.length > 0) roles ??= dimensionRoles(concepts, head.codeLists);
    const key = new Map(concepts.map((concept, at) => [concept, series.values[at]!]));
    const found =
      key.size < concepts.length
        ? {column: "SeriesKey", reason: "a dimension is in the key twice", text: concepts.join(" ")}
        : fedstatDimensions(roles ?? NO_ROLES, key, head.codeLists);
    const handles = new Int32Array(PERIOD_CLASSES.length).fill(-1);
    const number = inOrder.length;
    if ("reason" in found) return {number, dimensions: null, problem: found, unit: null, handles};
    const unit = matchUnit(series.unit);
    if (unit !== null && !units.has(unit.code)) units.set(unit.code, unit);
    if (found.classification !== null)
      classes.set(found.classification, {code: found.classification, name: found.className!, note: null});
    if (matchTerritoryCode(found.territory.code) === null) territories.set(found.territory.code, found.territory);
    return {number, dimensions: found, problem: null, unit: unit?.code ?? null, handles};
  };

  return {
    find(series, head) {
      if (!series.newKey && last !== null) return last;
      const key = keyText(series);
      let identity = identities.get(key);
      if (identity === undefined) {
        indicator = head.indicator;
        identity = read(series, head);
        identities.set(key, identity);
        inOrder.push(identity);
      }
      last = identity;
      return identity;
    },
    numbered: (number) => inOrder[number]!,
    handle(identity, periodClass) {
      const known = identity.handles[periodClass]!;
      if (known >= 0) return known;
      const {territory, classification, measure} = identity.dimensions!;
      const dimensions = {indicator, classification, measure, unit: identity.unit, territory: territory.code};
      const handle = sink.series({...dimensions, ...PERIOD_CLASSES[periodClass]!});
      identity.handles[periodClass] = handle;
      seriesCount++;
      return handle;
    },
    seen: () => ({
      roles: roles ?? NO_ROLES,
      classes: [...classes.values()],
      units: [...units.values()],
      territories: [...territories.values()],
      seriesCount,
    }),
  };
}

/** Equal for series of one identity; the separators can't occur in XML. */
function keyText({concepts, values, dimensionCount, unit}: MessageSeries): string {
  let text = unit;
  for (let at = 0; at < dimensionCount; at++) text += `\u0001${concepts[at]}\u0002${values[at]}`;
  return text;
}
