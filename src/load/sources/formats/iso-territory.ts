// Territories of coded files by ISO 3166: alpha-2, alpha-3 and numeric codes of countries, and ISO 3166-2 codes of their parts.
//
// Russia is one territory whatever its code is (RUS, RU, 643), and the United States are the ones of the program. A code that is in no list
// stays a code of the file: a group of countries must not become a country.
import {COUNTRIES, DEFAULT_COUNTRY} from "../../../country/countries.ts";
import {once, readCountryCodes} from "../../../reference/reference.ts";
import type {Territory} from "../../../statistics/territory.ts";

/** Codes of Eurostat for two countries, and of the Office for National Statistics for the United Kingdom. */
const OTHER_CODES: Readonly<Record<string, string>> = {EL: "GR", UK: "GB", K02000001: "GB"};

const alpha2 = once(() => {
  const codes = new Map<string, string>();
  for (const {two, three, numeric} of readCountryCodes())
    for (const code of [two, three, numeric]) codes.set(code, two);
  for (const [code, two] of Object.entries(OTHER_CODES)) codes.set(code, two);
  return codes;
});

const names = once(() => new Intl.DisplayNames("en", {type: "region"}));
const codeOfName = once(
  () =>
    new Map(
      readCountryCodes().flatMap(({two, names: own}) => [names().of(two)!, ...own].map((name) => [plain(name), two])),
    ),
);

/** Publishers whose lists of areas have the codes of ISO 3166. */
const ISO_USERS =
  /^(?:ecb|estat|eurostat|imf|oecd|bis|un|unsd|unicef|who|ilo|fao|wto|sdmx|wb|world_bank|ons|bls|iso)(?:[._-]|$)/i;

/**
 * The territory of a code. FIX-country-03: an office of one country may use letters for its own parts: FM is metropolitan France at INSEE and Micronesia in
 * ISO 3166. So a code without its country's name is ISO only in the lists of publishers that use ISO, or if it is the publisher's own country.
 * @param label of the code in the file; empty: it has none
 * @returns a text: why the code can't be this territory
 */
export function isoTerritory(code: string, label: string, provider: string): Territory | string {
  const isNumber = /^\d+$/.test(code);
  const two = alpha2().get(code);
  const labelled = codeOfName().get(plain(label));
  const isOwn = provider.toUpperCase().replace(/\d+$/, "") === code;
  // Many lists number their territories: digits are ISO only under the name of that country.
  const isIso = labelled === two || (!isNumber && (isOwn || ISO_USERS.test(provider)));
  if (two !== undefined && isIso) {
    if (labelled !== undefined && labelled !== two)
      return `is ${names().of(two)} by ISO 3166, but the file calls it ${JSON.stringify(label)}`;
    const own = COUNTRIES.find((country) => country.code === two)?.territories;
    const builtIn = own?.builtIn().find(({level}) => level === "country");
    if (two === DEFAULT_COUNTRY.code && builtIn !== undefined) return builtIn;
    return {code, name: label || (names().of(two) ?? code), level: "country", canonical: two, parent: null};
  }
  const part = /^([A-Z]{2})(-?[A-Z0-9]{1,3})$/.exec(code);
  const isPart = part !== null && alpha2().has(part[1]!) && /[-\d]/.test(part[2]!);
  return {
    code,
    name: label || code,
    level: isPart ? "region" : "macroregion",
    canonical: canonicalOf(code),
    parent: null,
  };
}

/** A code of the file that is not a country's; it must not look like the code of a country. */
function canonicalOf(code: string): string {
  return alpha2().has(code) || COUNTRIES.some(({territories}) => territories.owns(code)) ? `X-${code}` : code;
}

/** Names are compared without case, signs and "the". */
function plain(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z ]/g, "")
    .replace(/\bthe\b/g, "")
    .replace(/ +/g, " ")
    .trim();
}
