// The observations of an SDMX-ML message, from its elements: keys, periods, values and attributes of data set, group, series and value.
//
// Attributes of a group apply to every series with its part of the key, so a unit in a group is the unit of the series. Groups come first, or
// contain their series; one that comes later with a unit is refused.

import {Refusal} from "../../../../service/refusal.ts";
import {readDecimal} from "../../../../statistics/decimal-text.ts";
import {isOfUnit, refuseChanges} from "../coded-attributes.ts";
import type {CodedRegister} from "../coded-release.ts";
import {isSdmxAttribute, type SdmxStructure} from "./sdmx-structure.ts";
import type {SecondMeasures} from "./second-measures.ts";

type XmlAttributes = Readonly<Record<string, string>>;
type Codes = Map<string, string>;

interface Keyed {
  readonly key: Codes;
  readonly attributes: Codes;
}

export interface NamedFlow {
  agency: string | null;
  id: string | null;
}

export interface MessageCells {
  open(kind: string, attributes: XmlAttributes, line: number): void;
  close(kind: string, text: string): void;
}

const TIME = "TIME_PERIOD";
/** The name in messages of the OECD, in version 2.0. */
const OTHER_TIME = "TIME";
const OF_DATA_SET =
  /:|^(?:action|setID|structureRef|dataScope|datasetID|keyFamilyURI|valid(?:From|To)Date|publication|xmlns)/;

/** FIX-country-23: version 3.0 has attributes of a part of the key in elements Atts too, as groups without a name. */
const isGroup = (kind: string): boolean => kind === "Atts" || kind.endsWith("Group");

interface Open {
  readonly kind: string;
  readonly path: string;
  readonly children: Map<string, number>;
}

/** @param begin makes the register once the ids of the dimensions are known */
export function createMessageCells(
  file: string,
  structure: SdmxStructure,
  measures: SecondMeasures,
  begin: (ids: readonly string[], named: NamedFlow) => CodedRegister,
): MessageCells {
  const named: NamedFlow = {agency: null, id: null};
  const stack: Open[] = [];
  const ofSet: Codes = new Map();
  const groups = new Map<string, {readonly ids: readonly string[]; readonly byKey: Map<string, Codes>}>();
  let series: Keyed = {key: new Map(), attributes: new Map()};
  let observation: {
    key: Codes;
    attributes: Codes;
    value: string;
    line: number;
    element: string;
    isFlat: boolean;
  } | null = null;
  let group: Keyed | null = null;
  /** Groups before the first value, which tells the dimensions. */
  const waiting: Keyed[] = [];
  let across = TIME;
  let ids: readonly string[] | null = null;
  let register: CodedRegister | null = null;
  let line = 0;
  /** A message group may have several data sets. */
  let keyFamily: string | null = null;

  /** FIX-country-15: a value below a series has only its period, or the one dimension of the values; all else of it are attributes. */
  const split = (attributes: XmlAttributes, into: Keyed, isBelowSeries = false): void => {
    for (const [id, value] of Object.entries(attributes)) {
      if (/^(?:[\w.-]+:)?action$/.test(id)) refuseChanges(file, value);
      if (id.includes(":") || id === "xmlns" || id === "OBS_VALUE") continue;
      const isOther = isBelowSeries ? id !== OTHER_TIME : isSdmxAttribute(id, value, structure);
      if (id !== TIME && id !== across && isOther) into.attributes.set(id, value);
      else into.key.set(id, value);
    }
  };
  const ofGroups = (key: Codes): Codes => {
    const found: Codes = new Map();
    for (const {ids: own, byKey} of groups.values())
      for (const [id, value] of byKey.get(own.map((one) => key.get(one) ?? "").join("\u0001")) ?? [])
        found.set(id, value);
    return found;
  };
  /** FIX-country-07: without a structure an attribute of a group looks like a dimension until the key of a series lacks it. */
  const addGroup = (own: Keyed, known: readonly string[], isLate: boolean): void => {
    const key = [...own.key].filter(([id]) => known.includes(id)).sort(([a], [b]) => (a < b ? -1 : 1));
    const attributes: Codes = new Map([...[...own.key].filter(([id]) => !known.includes(id)), ...own.attributes]);
    const hasUnit = [...attributes.keys()].some(isOfUnit);
    if (isLate && hasUnit)
      throw new Refusal(
        `${file}, line ${line}: a group with a unit comes after the series`,
        "save the groups before the series",
      );
    const named = key.map(([id]) => id);
    const name = named.join("\u0001");
    if (!groups.has(name)) groups.set(name, {ids: named, byKey: new Map()});
    groups.get(name)!.byKey.set(key.map(([, code]) => code).join("\u0001"), attributes);
  };
  const endGroup = (own: Keyed, isLate: boolean): void => {
    if (ids === null) waiting.push(own);
    else addGroup(own, ids, isLate);
  };
  const endObservation = (own: NonNullable<typeof observation>): void => {
    const key: Codes = new Map([...series.key, ...own.key]);
    const time = key.get(TIME) ?? key.get(OTHER_TIME) ?? "";
    key.delete(key.has(TIME) ? TIME : OTHER_TIME);
    if (register === null || ids === null) {
      ids = structure.dimensions.size > 0 ? [...structure.dimensions.keys()] : [...key.keys()];
      register = begin(ids, named);
      for (const one of waiting) addGroup(one, ids, false);
    }
    const strange = [...key.keys()].find((id) => !ids!.includes(id));
    if (strange !== undefined)
      throw new Refusal(
        `${file}, line ${own.line}: the key has the dimension ${strange}, which the first key lacks`,
        "add the structure message to the folder",
      );
    const lost = own.isFlat && structure.dimensions.size === 0 ? ids.find((id) => !key.has(id)) : undefined;
    if (lost !== undefined)
      throw new Refusal(
        `${file}, line ${own.line}: the key lacks ${lost}, which the first key has: a dimension or an attribute of one value`,
        "add the structure message to the folder",
      );
    const attributes = new Map([...ofSet, ...ofGroups(key), ...series.attributes, ...own.attributes]);
    // Without OBS_VALUE a number in an attribute of the observation may be its value under a damaged name.
    const strayNumber = own.value === "" && [...own.attributes].find(([, text]) => readDecimal(text) !== null);
    const value = strayNumber ? strayNumber.join(" ") : own.value;
    const codes = ids.map((id) => key.get(id) ?? "");
    if (structure.dimensions.size === 0)
      for (const [id, text] of own.attributes) measures.note(id, text, codes, own.line);
    register.observe(codes, time, value, attributes, {line: own.line, column: null, element: own.element});
  };
  const openInObservation = (kind: string, attributes: XmlAttributes, path: string): void => {
    if (kind === "ObsDimension") observation!.key.set(attributes["id"] ?? across, attributes["value"] ?? "");
    else if (kind === "ObsValue") {
      // Other attributes in the place of its own: a damaged value, not a missing one.
      observation!.value = attributes["value"] ?? Object.keys(attributes).join(" ");
      observation!.element = `${path}/@value`;
    } else if (kind === "Value") {
      const id = attributes["id"] ?? attributes["concept"] ?? "";
      const isKey = stack.some((one) => one.kind === "ObsKey");
      (isKey ? observation!.key : observation!.attributes).set(id, attributes["value"] ?? "");
    } else if (attributes["value"] !== undefined) observation!.value ||= `${kind} ${attributes["value"]}`;
  };
  const openValue = (attributes: XmlAttributes): void => {
    const id = attributes["id"] ?? attributes["concept"] ?? "";
    const into = group ?? series;
    const inSeries = group !== null || stack.some(({kind}) => kind === "Series");
    const isKey = stack.some(({kind}) => kind === "SeriesKey" || kind === "GroupKey");
    (isKey ? into.key : inSeries ? into.attributes : ofSet).set(id, attributes["value"] ?? "");
  };

  const takeKeyFamily = (id: string): void => {
    if (keyFamily !== null && id !== keyFamily)
      throw new Refusal(
        `${file}, line ${line}: data of ${id} after data of ${keyFamily}`,
        "a release is one dataset: save each as a file of its own",
      );
    keyFamily = id;
    named.id ??= id || null;
  };

  return {
    open(kind, attributes, at) {
      line = at;
      const above = stack.at(-1);
      const number = (above?.children.get(kind) ?? 0) + 1;
      above?.children.set(kind, number);
      const path = `${above?.path ?? ""}/${kind}[${number}]`;
      const inData = stack.some((one) => one.kind === "DataSet");
      stack.push({kind, path, children: new Map()});
      if (!inData) {
        if (kind === "Ref" && above !== undefined && /^Structure(?:Usage)?$/.test(above.kind)) {
          named.agency = attributes["agencyID"] ?? named.agency;
          named.id = attributes["id"] ?? named.id;
        } else if (kind === "Structure" && attributes["dimensionAtObservation"] !== undefined) {
          // FIX-country-26: the measure is then in the type of each value, and its key lacks it.
          if (attributes["explicitMeasures"] === "true")
            throw new Refusal(`${file} has explicit measures`, "a message with a series for each key is read");
          across =
            attributes["dimensionAtObservation"] === "AllDimensions" ? TIME : attributes["dimensionAtObservation"];
        } else if (kind === "DataSet") {
          ofSet.clear();
          for (const [id, value] of Object.entries(attributes)) {
            if (/^(?:[\w.-]+:)?action$/.test(id)) refuseChanges(file, value);
            if (!OF_DATA_SET.test(id)) ofSet.set(id, value);
          }
        }
        return;
      }
      if (observation !== null) return openInObservation(kind, attributes, path);
      if (kind === "Series") {
        // A generic group of version 2.0 contains its series.
        if (group !== null) endGroup(group, false);
        group = null;
        series = {key: new Map(), attributes: new Map()};
        split(attributes, series);
      } else if (kind === "Obs") {
        observation = {
          key: new Map(),
          attributes: new Map(),
          value: attributes["OBS_VALUE"] ?? "",
          line: at,
          element: `${path}/@OBS_VALUE`,
          isFlat: above?.kind === "DataSet",
        };
        split(attributes, observation, above?.kind === "Series");
      } else if (isGroup(kind)) {
        group = {key: new Map(), attributes: new Map()};
        // In a generic message the only attribute of a group is its type.
        const {type: _, ...own} = attributes;
        split(own, group);
      } else if (kind === "Value") openValue(attributes);
    },
    close(kind, text) {
      stack.pop();
      if (kind === "Time" && observation !== null) observation.key.set(TIME, text.trim());
      else if (kind === "KeyFamilyRef") takeKeyFamily(text.trim());
      else if (kind === "KeyFamilyAgency" || kind === "DataSetAgency") named.agency ??= text.trim() || null;
      else if (kind === "Obs" && observation !== null) {
        endObservation(observation);
        observation = null;
      } else if (kind === "Series") series = {key: new Map(), attributes: new Map()};
      else if (group !== null && isGroup(kind)) {
        endGroup(group, true);
        group = null;
      }
    },
  };
}
