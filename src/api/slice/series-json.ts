// The elements of `series` for a page, as text: what describeSeries says of each, without making an object of each.
//
// Series of one family differ only by territory and lie side by side, so the text that a family shares is made once for a page; so is
// that of a territory.
import {type Catalogue, firstAtLeast, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {encodedCode} from "../../statistics/catalogue/series-identity.ts";
import {dayText} from "../../statistics/time/day.ts";
import {type DescriptionContext, describeSeries, neighbourKey, statusAt} from "./series-description.ts";

/** The inside of the JSON array `series`. */
export function describePage(catalogue: Catalogue, positions: readonly number[], context: DescriptionContext): string {
  const texts: string[] = [];
  const territories: (TerritoryText | undefined)[] = [];
  let family: FamilyText | null = null;
  // Most series of a family end in one period, and so they have one status.
  let lastDay = Number.NaN;
  let [lastPeriod, status] = ["", ""];
  for (const position of positions) {
    if (family === null || !(position >= family.start && position < family.end))
      [family, lastDay] = [familyText(catalogue, position, context), Number.NaN];
    const place = catalogue.territory.index[position]!;
    territories[place] ??= territoryText(catalogue, place);
    const territory = territories[place];
    const key = keyAt(catalogue, position);
    const as = quotedKey(neighbourKey(catalogue, catalogue.continuesAs, position));
    const from = quotedKey(neighbourKey(catalogue, catalogue.continuesFrom, position));
    const day = catalogue.lastPeriod[position]!;
    if (day !== lastDay) [lastDay, lastPeriod, status] = [day, dayText(day), statusAt(catalogue, position)];
    const ending = `"last_period":"${lastPeriod}","continues_as":${as},"continues_from":${from}`;
    texts.push(
      `{"series_key":"${key}","series_ref":${family.ref}${territory.ref}","title":${family.title}${territory.name}",` +
        `"title_raw":${family.titleRaw}${territory.code}",${family.dimensions},${territory.members},` +
        `${ending},"status":"${status}",${family.codes}}`,
    );
  }
  return texts.join(",");
}

/** Texts that end in the territory's own part lack that part and the closing quote. */
interface FamilyText {
  /** The family's first position, and the one after its last. */
  readonly start: number;
  readonly end: number;
  readonly ref: string;
  readonly title: string;
  readonly titleRaw: string;
  readonly dimensions: string;
  readonly codes: string;
}

interface TerritoryText {
  readonly ref: string;
  readonly name: string;
  readonly code: string;
  readonly members: string;
}

/** The text of describeSeries for the first series of a family, taken apart where the territory begins. */
function familyText(catalogue: Catalogue, position: number, context: DescriptionContext): FamilyText {
  const {families} = catalogue;
  const nth = firstAtLeast(families, position + 1, 0, families.length) - 1;
  const start = families[nth]!;
  const described = describeSeries(catalogue, start, context);
  const {series_key: _, series_ref: ref, title, title_raw: titleRaw, ...rest} = described;
  const {
    geo,
    geo_canonical,
    geo_level,
    geo_label,
    last_period,
    continues_as,
    continues_from,
    status,
    provider_code,
    dataset_code,
    ...dimensions
  } = rest;
  return {
    start,
    end: families[nth + 1]!,
    ref: opened(ref, encodedCode(geo)),
    title: opened(title, geo_label),
    titleRaw: opened(titleRaw, geo),
    dimensions: members(dimensions),
    codes: members({provider_code, dataset_code}),
  };
}

function territoryText(catalogue: Catalogue, index: number): TerritoryText {
  const {code, canonical, level, name} = catalogue.territories[index]!;
  const described = {geo: code, geo_canonical: canonical, geo_level: level, geo_label: name};
  return {ref: inner(encodedCode(code)), name: inner(name), code: inner(code), members: members(described)};
}

/** The JSON text of what stands before `ending`, without its closing quote. */
function opened(text: string, ending: string): string {
  return JSON.stringify(text.slice(0, text.length - ending.length)).slice(0, -1);
}

function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function members(record: object): string {
  return JSON.stringify(record).slice(1, -1);
}

function quotedKey(key: string | null): string {
  return key === null ? "null" : `"${key}"`;
}
