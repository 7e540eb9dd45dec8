// The tile map of an indicator in one period: for the pages of its territories and of its dataset, and for other sites as /map/KEY.svg,
// /map/KEY.png and /embed/map/KEY.

import type {Territory} from "../../../statistics/territory.ts";
import type {Steps} from "../../../work/pace.ts";
import {TERRITORIES_STYLES} from "../../assets/assets.ts";
import {type DividedMap, dividedMap, mapDocument, tileMap} from "../../chart/tile-map.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {levelWords, nameText, territoryText} from "../../words/names.ts";
import {dayWords, periodWords, providerName} from "../../words/wording.ts";
import {framePage, picturePages} from "../chart/picture.ts";
import {type Family, publishedOn, readFamily, shownPeriod} from "../family/read-family.ts";
import {measuredText} from "../series/head.ts";
import {subjectTitle, subjectWords, territoriesPath} from "../series/link.ts";
import {dayChosen} from "../series/query.ts";
import {memberLink, type RankedMember, ranked} from "./ranking.ts";
import {TERRITORIES_WORDS} from "./words.ts";

interface ReadMap {
  readonly family: Family;
  readonly period: number;
  readonly map: DividedMap;
}

export function mapPath(key: string): string {
  return `/map/${encodeURIComponent(key)}`;
}

export function mapFramePath(key: string): string {
  return `/embed/map/${encodeURIComponent(key)}`;
}

/** The period and the vintage of the map. */
export function mapQuery({query}: Visit): {readonly period: string | null; readonly as_of: string | null} {
  return {period: query.get("period"), as_of: query.get("as_of")};
}

/** @throws PageFault if the indicator has no map, or no value in the period that the address names */
export async function readMap(visit: Visit, key: string): Promise<ReadMap> {
  const {language, query} = visit;
  const words = TERRITORIES_WORDS[language];
  const family = await readFamily(visit, key, "region", dayChosen(visit, words.badPictureDay));
  const period = shownPeriod(family, query.get("period"));
  const rows = await visit.withRests(ranked(family, period, "name", language));
  const map = family.level === "region" ? await visit.withRests(mapOf(visit, rows)) : null;
  if (map === null) throw new PageFault(404, "no map", null, words.noMap);
  return {family, period, map};
}

export function mapTitle({family: {series}, period}: Omit<ReadMap, "map">, language: Language): string {
  return `${subjectTitle(series, language)}, ${copied(periodWords(period, series.frequency, language))}`;
}

export const [mapDrawing, mapPng] = picturePages("/map/:key", async (visit) => {
  const read = await readMap(visit, visit.params["key"] ?? "");
  const {family, period} = read;
  return {
    state: [visit.params["key"], family.dataset.changedBy, family.asOf, period].join("/"),
    draw: () => drawDocument(read, visit.language),
  };
});

function* drawDocument(read: ReadMap, language: Language): Steps<string> {
  const {family, period, map} = read;
  const words = TERRITORIES_WORDS[language];
  const published = yield* publishedOn(family, period);
  const day = published === null ? [] : [`${words.published} ${copied(dayWords(published, language))}`];
  return mapDocument({
    title: mapTitle(read, language),
    subtitle: subtitleOf(read, language),
    source: [
      providerName(family.dataset.provider, language),
      SERVICE[language],
      ...day,
      nameText(family.dataset.name, language),
    ].join(" · "),
    map,
    from: words.from,
    language,
  });
}

/** The unit, the level of the tiles, and the past day. */
function subtitleOf({family}: ReadMap, language: Language): string {
  const levels = levelWords(family.members[0]?.territory.canonical ?? "", language);
  const known =
    family.asOf === null ? [] : [`${TERRITORIES_WORDS[language].knownOn} ${copied(dayWords(family.asOf, language))}`];
  return [measuredText(family, language), levels.many.region, ...known].filter((part) => part !== "").join(" · ");
}

export const mapFrame: Page = {
  path: "/embed/map/:key",
  costly: "shared",
  framed: true,
  async draw(visit) {
    const {language} = visit;
    const key = visit.params["key"] ?? "";
    const read = await readMap(visit, key);
    const {family, map} = read;
    const tiles = map.tiles.map((tile) => ({...tile, href: null}));
    return framePage(visit, {
      title: mapTitle(read, language),
      styles: [TERRITORIES_STYLES],
      heading: html`${subjectWords(family.series, language)}, ${periodWords(read.period, family.series.frequency, language)}`,
      lead: subtitleOf(read, language),
      drawing: drawTiles({...map, tiles}, family.members[0]?.territory, language),
      providers: providerName(family.dataset.provider, language),
      source: visit.absolute(territoriesPath(key), {...mapQuery(visit), level: "region", lang: language}),
    });
  },
};

const ROWS_AT_ONCE = 100;

/** null: too few regions have a value. */
function* mapOf(visit: Visit, rows: readonly RankedMember[]): Steps<DividedMap | null> {
  const values = [];
  for (const {member, value} of rows) {
    const {territory, key} = member;
    const name = territoryText(territory, visit.language);
    values.push({canonical: territory.canonical, name, value, href: memberLink(visit, key)});
    if (values.length % ROWS_AT_ONCE === 0) yield;
  }
  yield;
  return dividedMap(values, visit.site.country);
}

/** With a heading; false: too few regions have a value. */
export function* drawMap(visit: Visit, rows: readonly RankedMember[], heading: Html): Steps<Html | false> {
  const map = yield* mapOf(visit, rows);
  return map !== null && html`${heading}\n${drawTiles(map, rows[0]?.member.territory, visit.language)}`;
}

/** @param one of the territories, whose country names the map */
function drawTiles(map: DividedMap, one: Territory | undefined, language: Language): Html {
  const {none, from} = TERRITORIES_WORDS[language];
  return tileMap(map, {label: levelWords(one?.canonical ?? "", language).map, none, from}, language);
}
