// The roles of the dimensions of an EMISS key: territory, measure, the parts of the class.
//
// Ids of dimensions are not uniform, and labels of codes are not stable, so a territory is found by its code in our own list. Observations
// with an unknown code are refused, never guessed.
import {labelContradiction} from "../../../country/ru/territory-label.ts";
import {
  matchTerritoryCode,
  matchTerritoryName,
  okatoCode,
  subjectOfCode,
  type TerritoryCoding,
} from "../../../country/ru/territory-matcher.ts";
import {compareCodes} from "../../../statistics/catalogue/code-order.ts";
import type {Territory} from "../../../statistics/territory.ts";
import {unescapedText} from "../../input/plain-text.ts";
import type {ProblemKind} from "../../source.ts";
import type {MessageCodeList} from "./message-head.ts";

export interface DimensionRoles {
  /** null: the indicator has no territories, all values are about the country. */
  readonly territory: string | null;
  readonly coding: TerritoryCoding;
  readonly measure: string | null;
  /** In the order of code points. */
  readonly classes: readonly string[];
}

export interface KeyDimensions {
  readonly territory: Territory;
  readonly classification: string | null;
  readonly className: string | null;
  readonly measure: string | null;
}

/** The reason why the dimensions of a key are unknown, and the place. */
export interface KeyProblem {
  /** "cell" unless given. */
  readonly kind?: ProblemKind;
  readonly column: string;
  readonly reason: string;
  readonly text: string;
}

export const NO_ROLES: DimensionRoles = {territory: null, coding: "okato", measure: null, classes: []};

export type CodeLists = ReadonlyMap<string, MessageCodeList>;

/** Roles of the concepts of a key. Dimensions that are declared but in no key are ignored (FIX-fedstat-08). */
export function dimensionRoles(concepts: readonly string[], codeLists: CodeLists): DimensionRoles {
  const territory =
    concepts.find((concept) => /^s_okato$/i.test(concept)) ??
    concepts.find((concept) => /okato/i.test(concept) || /ОКАТО/.test(codeLists.get(concept)?.name ?? "")) ??
    concepts.find((concept) => concept === BANK_LIST) ??
    concepts.find((concept) => /^oksm$/i.test(concept) && isCountryAlone(codeLists.get(concept))) ??
    null;
  const measure = concepts.find((concept) => /^s_pok$/i.test(concept)) ?? null;
  const classes = concepts.filter((concept) => concept !== territory && concept !== measure);
  return {
    territory,
    coding: territory === BANK_LIST ? BANK_LIST : "okato",
    measure,
    classes: classes.sort(compareCodes),
  };
}

/** The dimensions of one key, or why they are unknown. A concept that the key lacks is read as empty. */
export function fedstatDimensions(
  roles: DimensionRoles,
  key: ReadonlyMap<string, string>,
  codeLists: CodeLists,
): KeyDimensions | KeyProblem {
  for (const concept of key.keys()) {
    if (concept === roles.territory || concept === roles.measure || roles.classes.includes(concept)) continue;
    return {column: concept, reason: "no earlier key has this dimension", text: key.get(concept)!};
  }
  const code = roles.territory === null ? "" : (key.get(roles.territory) ?? "").trim();
  const label = unescapedText(codeLists.get(roles.territory ?? "")?.labels.get(code) ?? "");
  // FIX-fedstat-09: an empty key, or one without a territory, is about the whole country.
  const territory = code === "" ? matchTerritoryCode("643")! : territoryOf(code, label, roles.coding);
  if (territory === null) {
    return {
      kind: "territory",
      column: roles.territory!,
      reason: label === "" ? "unknown territory code without a name" : `unknown territory code of "${label}"`,
      text: code,
    };
  }
  // FIX-fedstat-32: several lists have the same short codes; 040 is Austria in one of them.
  const fault = label === "" ? null : labelContradiction(territory, label);
  if (fault !== null)
    return {kind: "territory", column: roles.territory!, reason: `${JSON.stringify(label)} ${fault}`, text: code};
  const codes = roles.classes.map((concept) => key.get(concept) ?? "");
  const names = roles.classes.map(
    (concept, at) => unescapedText(codeLists.get(concept)?.labels.get(codes[at]!) ?? "") || codes[at]!,
  );
  const empty = codes.every((part) => part === "");
  return {
    territory,
    classification: empty ? null : codes.map((part) => part.replaceAll("~", "%7E")).join("~"),
    className: empty ? null : names.filter((name) => name !== "").join(" / "),
    measure: roles.measure === null ? null : key.get(roles.measure) || null,
  };
}

/** The Bank of Russia's list of territories, with a coding of its own. */
const BANK_LIST = "00_003";

/** FIX-fedstat-10: the countries of a code list are territories only if the list has Russia alone. */
function isCountryAlone(codeList: MessageCodeList | undefined): boolean {
  return codeList === undefined || [...codeList.labels.keys()].every((code) => code === "643");
}

/** A built-in territory by its code; else a place inside a subject by its OKATO digits; else a built-in territory by its name. */
function territoryOf(code: string, label: string, coding: TerritoryCoding): Territory | null {
  const builtIn = matchTerritoryCode(code, coding);
  if (builtIn !== null) return builtIn;
  const okato = coding === "okato" ? okatoCode(code) : null;
  const subject = okato?.length === 11 ? subjectOfCode(okato) : null;
  if (okato !== null && subject !== null) {
    return label === ""
      ? null
      : {code: okato, name: label, level: "city", canonical: `RU-${okato}`, parent: subject.code};
  }
  return label === "" ? null : matchTerritoryName(label);
}
