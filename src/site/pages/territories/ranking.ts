// The ranking of territories by their value in one period, with bars. Territories without a value come last, without a rank.

import {COUNTRIES} from "../../../country/countries.ts";
import {createObservations} from "../../../statistics/history/window.ts";
import {sortInSteps} from "../../../statistics/order/sort-in-steps.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {DescribedSeries} from "../../../store/series/named-series.ts";
import type {Steps} from "../../../work/pace.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {pageWays, readOffset, rowsOf, tableInSteps} from "../../widgets/data-table.ts";
import type {Language} from "../../words/language.ts";
import {isRatio} from "../../words/measures.ts";
import {nameOrder, territoryText, territoryWords} from "../../words/names.ts";
import {numberText} from "../../words/wording.ts";
import {type Family, type FamilyMember, valueOn} from "../family/read-family.ts";
import {wholesAmong} from "../family/whole-territories.ts";
import {seriesPath} from "../series/link.ts";
import {dayQuery, readVintage} from "../series/query.ts";
import {TERRITORIES_WORDS} from "./words.ts";

export const SORTS = ["high", "low", "name"] as const;
export type Sort = (typeof SORTS)[number];

export interface RankedMember {
  readonly member: FamilyMember;
  /** null: none in the period. */
  readonly value: number | null;
  /** From the highest value; equal values share a rank. null: no value, or its parts have ranks of their own. */
  readonly rank: number | null;
}

/** In steps, so that other requests are answered in between. */
export function* ranked(
  family: Family,
  period: Day,
  sort: Sort,
  language: Language,
): Generator<undefined, readonly RankedMember[]> {
  const valued: {readonly member: FamilyMember; readonly value: number | null; readonly name: string}[] = [];
  const columns = createObservations();
  for (const member of family.members) {
    valued.push({
      member,
      value: valueOn(member, family, period, columns),
      name: territoryText(member.territory, language),
    });
    yield;
  }
  const order = nameOrder(language);
  const byName = yield* sortInSteps(valued, (one, other) => order(one.name, other.name));
  // Array.sort is stable: equal values stay in the order of their names.
  const descending = byName.filter(({value}) => value !== null).sort((one, other) => other.value! - one.value!);
  const wholes = wholesAmong(new Set(descending.map(({member}) => member.territory.canonical)));
  const isWhole = ({member}: (typeof valued)[number]): boolean => wholes.has(member.territory.canonical);
  const ranks = new Map<number, number>();
  for (const [index, {value}] of descending.filter((one) => !isWhole(one)).entries())
    if (!ranks.has(value!)) ranks.set(value!, index + 1);
  const rankOf = (one: (typeof valued)[number]): RankedMember => ({
    member: one.member,
    value: one.value,
    rank: one.value === null || isWhole(one) ? null : ranks.get(one.value)!,
  });
  if (sort === "name") return byName.map(rankOf);
  const ordered = sort === "high" ? descending : descending.toSorted((one, other) => one.value! - other.value!);
  return [...ordered, ...byName.filter(({value}) => value === null)].map(rankOf);
}

/** A series page as of the same day. */
export function memberLink(visit: Visit, key: string): string {
  const {asOf} = readVintage(visit.query.get("as_of"));
  return visit.link(seriesPath(key), {as_of: dayQuery(asOf)});
}

const BAR = 160;
const PAGE_ROWS = 300;

/** Of a figure for which a phone has room beside a name and a rank. */
const LETTERS_OF_PHONE = 12;

/** A single value has no rank and no bar. Any territories can be marked and compared. @param base the value at which bars begin */
export function* drawRanking(visit: Visit, rows: readonly RankedMember[], base: number): Steps<Html> {
  const {language} = visit;
  const words = TERRITORIES_WORDS[language];
  const offset = readOffset(visit);
  const shown = rows.slice(offset, offset + PAGE_ROWS);
  const isRanking = rows.length > 1;
  const values = shown.flatMap(({value}) => (value === null ? [] : [value]));
  const low = Math.min(base, ...values);
  const span = Math.max(base, ...values) - low || 1;
  const at = (value: number): number => Math.round(((value - low) / span) * BAR * 10) / 10;
  const wholes = rows.filter(({value, rank}) => value !== null && rank === null).map(({member}) => member);
  const overlapping = new Set(rows.flatMap(({member, rank}) => (rank === null ? [] : [member.territory.canonical])));
  const head = isRanking ? words.ranking : words.value;
  const notes = [
    ...COUNTRIES.map((country) => country.overlapNote(overlapping, language)),
    wholes.length > 0 && words.noRankOfWhole,
    isRanking && base === 100 && words.from100,
    shown.length < rows.length && words.pageScale,
  ];
  // a comparison has the values of now
  const isChosen = isRanking && readVintage(visit.query.get("as_of")).asOf === null;
  const nameOf = (member: FamilyMember): Html => {
    const {key, territory, status} = member;
    return html`<a href="${memberLink(visit, key)}">${territoryWords(territory, language)}</a>${wholes.includes(member) && html` <span class="quiet">(${words.withParts})</span>`}${status === "stalled" && html` <span class="badge stalled">${words.stalled}</span>`}`;
  };
  const isLong = isRanking && values.some((value) => numberText(value, language).length > LETTERS_OF_PHONE);
  const table = yield* tableInSteps({
    caption: head,
    ...(isLong && {narrow: "folded long" as const}),
    columns: [
      {head: words.territory},
      ...(isRanking ? [{head: words.at, number: true}] : []),
      {head: words.value, decimals: language, below: isLong},
      ...(isRanking ? [{head: html`<span class="unseen">${words.bar}</span>`}] : []),
    ],
    rows: rowsOf(shown, ({member, value, rank}) => [
      isChosen
        ? html`<span class="choice">${pick(member, language)}<span>${nameOf(member)}</span></span>`
        : nameOf(member),
      ...(isRanking ? [rank === null ? "" : numberText(rank, language)] : []),
      value === null ? html`<span class="quiet">${words.none}</span>` : numberText(value, language),
      ...(isRanking ? [value !== null && drawBar(at(base), at(value))] : []),
    ]),
  });
  return html`<h2>${head}</h2>
${notes.map((note) => note && html`<p class="quiet">${note}</p>\n`)}${isChosen ? chosenForm(visit, table) : table}${pageWays(visit, offset, PAGE_ROWS, rows.length)}`;
}

function pick({key, territory}: FamilyMember, language: Language): Html {
  const label = `${TERRITORIES_WORDS[language].compare}: ${territoryText(territory, language)}`;
  return html`<input type="checkbox" name="series" value="${key}" aria-label="${label}">`;
}

function chosenForm(visit: Visit, table: Html): Html {
  const words = TERRITORIES_WORDS[visit.language];
  const lang = visit.query.get("lang");
  return html`<form action="${visit.link("/compare")}">
<p>${words.mark} <button type="submit" class="quiet">${words.compareMarked}</button></p>
${lang !== null && html`<input type="hidden" name="lang" value="${lang}">`}${table}<p><button type="submit" class="quiet">${words.compareMarked}</button></p>
</form>\n`;
}

/** The track shows the full length and the mark shows the base, so a bar too short to see does not look like an error. */
function drawBar(start: number, end: number): Html {
  return html`<svg class="chart bar" viewBox="0 0 ${BAR} 12" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-track" width="${BAR}" height="12"/><rect class="bar-mark" x="${Math.min(start, end)}" width="${Math.abs(end - start)}" height="12"/><path class="bar-start" vector-effect="non-scaling-stroke" d="M${start} 0v12"/></svg>`;
}

/** Values above it are nearer to 100 than to 0. */
const NEARER = 50;

/** 100 for ratios to an earlier time, if most values are near 100: a package may write 1.5 where its code means 101.5. */
export function barBase(
  series: Pick<DescribedSeries, "measure" | "transformation">,
  rows: readonly Pick<RankedMember, "value">[],
): 0 | 100 {
  const values = rows.flatMap(({value}) => (value === null ? [] : [value]));
  const near = values.filter((value) => value > NEARER).length;
  return isRatio(series) && near * 2 > values.length ? 100 : 0;
}
