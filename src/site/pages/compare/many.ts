// Many series: a small chart for each, side by side, over the same days.
//
// Series of one unit share a value scale, so that levels can be compared. Where that would draw most of them as flat lines, each has its own.
// The address may choose: `scales=common`, `scales=own`. Values of different units never share one.
import type {Steps} from "../../../work/pace.ts";
import {type Frame, frameInSteps} from "../../chart/chart-frame.ts";
import {markLetters, smallChart} from "../../chart/small-chart.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {factLine} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {measuredText} from "../series/head.ts";
import {seriesPath, titleText} from "../series/link.ts";
import {dayQuery} from "../series/query.ts";
import type {SeriesView} from "../series/read-series.ts";
import type {ComparedLine} from "./compared-line.ts";
import {latestText} from "./latest-values.ts";
import {chartsLink, drawTimes, followed, indexWords, linesOf, otherWays, type Shown, timesOfLines} from "./lines.ts";
import {seriesChosen} from "./query.ts";
import {COMPARE_WORDS} from "./words.ts";

export interface ManyGroup {
  /** The unit, or the base of per cent. */
  readonly caption: string;
  readonly lines: readonly ComparedLine[];
  readonly hasOwnScales: boolean;
  /** Of each line: the days of all lines, and the value scale of the group or its own; null: it has no values. */
  readonly frames: readonly (Frame | null)[];
}

/** Series of one unit each, in the order of the address. */
export function* manyGroups(visit: Visit, views: readonly SeriesView[], shown: Shown): Steps<ManyGroup[]> {
  const {language, query} = visit;
  const lines = yield* linesOf(views, shown, language);
  const days = yield* frameInSteps(lines);
  const captionOf = ({view}: ComparedLine): string =>
    shown.base === null ? measuredText(view, language) : indexWords(visit, views, shown.base);
  const groups: ManyGroup[] = [];
  for (const [caption, own] of Map.groupBy(lines, captionOf)) {
    const common = yield* frameInSteps(own, true);
    const each: (Frame | null)[] = [];
    for (const line of own) each.push(yield* frameInSteps([line], true));
    const chosen = query.get("scales");
    const hasOwnScales = chosen === "own" || (chosen !== "common" && isFlat(common, each));
    const frames = each.map((frame) =>
      frame === null || days === null || common === null
        ? null
        : {...(hasOwnScales ? frame : common), first: days.first, last: days.last},
    );
    groups.push({caption, lines: own, hasOwnScales, frames});
  }
  return groups;
}

/** A line that takes less of the height is drawn as a flat one. */
const FLAT_SHARE = 0.2;

/** Whether one scale for all draws more than half of the lines flat. */
function isFlat(common: Frame | null, each: readonly (Frame | null)[]): boolean {
  if (common === null) return false;
  const height = ({scale}: Frame): number => scale.high - scale.low;
  const drawn = each.filter((frame) => frame !== null);
  return 2 * drawn.filter((frame) => height(frame) < FLAT_SHARE * height(common)).length > drawn.length;
}

/** What a reader has to know of the scales of a group. */
export function scalesText({hasOwnScales, frames}: ManyGroup, language: Language): string {
  const words = COMPARE_WORDS[language];
  const beginsAbove = frames.some((frame) => frame !== null && frame.scale.low > 0);
  return `${hasOwnScales ? words.ownScales : words.commonScale}${beginsAbove ? `; ${words.notFromZero}` : ""}`;
}

/** @param isFramed on another site: without links, which would open in the frame */
export function* drawMany(visit: Visit, views: readonly SeriesView[], shown: Shown, isFramed = false): Steps<Html> {
  const {language, query} = visit;
  const words = COMPARE_WORDS[language];
  const groups = yield* manyGroups(visit, views, shown);
  const [isOwn, isIndex] = [groups.some(({hasOwnScales}) => hasOwnScales), shown.base !== null];
  const scales = html`<a href="${visit.here({scales: isOwn ? "common" : "own", add: null, series: seriesChosen(query)})}">${isOwn ? words.toCommonScale : words.toOwnScales}</a>`;
  const panels = groups.map(({lines}) => ({lines, second: []}));
  const ways = isFramed
    ? []
    : [
        scales,
        ...chartsLink(visit, views.length),
        ...(yield* otherWays(visit, views, {...shown, isOneChart: false}, panels)),
      ];
  const drawn: Html[] = [];
  for (const [at, group] of groups.entries()) {
    const {caption, lines, frames} = group;
    const figures: Html[] = [];
    const letters = markLetters(frames, language);
    for (const [index, line] of lines.entries())
      figures.push(yield* oneChart(visit, line, {views, isIndex, isFramed, frame: frames[index]!, letters}));
    drawn.push(html`<p class="quiet">${factLine([caption, scalesText(group, language), ...(at === 0 ? ways : [])])}</p>
<div class="small-charts">
${figures}</div>\n`);
  }
  const events = drawTimes(visit, views, isFramed);
  const lines = groups.flatMap((group) => group.lines);
  return html`${followed(visit, lines, shown, html`${drawn}`)}${events}`;
}

interface SmallShown {
  readonly views: readonly SeriesView[];
  readonly isIndex: boolean;
  readonly isFramed: boolean;
  /** null: the line has no values. */
  readonly frame: Frame | null;
  readonly letters: number;
}

function* oneChart(
  visit: Visit,
  line: ComparedLine,
  {views, isIndex, isFramed, frame, letters}: SmallShown,
): Steps<Html> {
  const {language} = visit;
  const {view, name = ""} = line;
  const value = latestText(line, isIndex, language) ?? COMPARE_WORDS[language].crosshair.none;
  const label = `${titleText(view.series, language)}: ${value}`;
  const times = timesOfLines(visit, [line]);
  const chart =
    frame === null
      ? false
      : yield* smallChart({line: {...line, className: "line-1"}, frame, label, letters, ...times, language});
  const title = isFramed
    ? name
    : html`<a href="${visit.link(seriesPath(view.series.key), {as_of: dayQuery(view.asOf)})}">${name}</a>`;
  return html`<figure class="small" data-line="${views.indexOf(view)}"><figcaption>${title} <span class="small-value">${value}</span></figcaption>
${chart}</figure>\n`;
}
