// /releases/ID.png and .svg: the card of a release as a picture, with its first headlines, for previews of links.
import {dayText} from "../../../statistics/time/day.ts";
import {GRID, INK} from "../../chart/picture-colours.ts";
import {
  ADDRESS_LINE,
  cut,
  PICTURE_FOOT,
  PICTURE_HEIGHT,
  PICTURE_LEFT,
  PICTURE_RIGHT,
  PICTURE_WIDTH,
  pictureDocument,
  pictureTop,
} from "../../chart/picture-document.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {kindWords} from "../../words/measures.ts";
import {nameText, unitText} from "../../words/names.ts";
import {dayWords, fewDigitsText, numberText, providerName, shortPeriodWords} from "../../words/wording.ts";
import {picturePages} from "../chart/picture.ts";
import {titleText, valuePath} from "../series/link.ts";
import {type ReleaseView, readRelease, type ShownHeadline} from "./read-release.ts";
import {RELEASE_WORDS} from "./words.ts";

/** Headlines that fit below a title of one line. */
const MOST_ROWS = 6;
/** The height of a headline. */
const ROW = 66;
const [TITLE_LETTERS, FACT_LETTERS] = [72, 90];

export const [releaseDrawing, releasePng] = picturePages("/releases/:id", async (visit) => {
  const view = await readRelease(visit, {start: {series: 0, headlines: 0}, most: MOST_ROWS});
  const address = valueAddressOf(visit, view);
  return {
    state: `${view.release.id}/${view.changedBy}`,
    address,
    // biome-ignore lint/correctness/useYield: it is a few lines
    *draw() {
      return drawRelease(visit.language, view, address);
    },
  };
});

/** The address of the first value; null: the release has none. */
function valueAddressOf(visit: Visit, {release, headlines: [first]}: ReleaseView): string | null {
  return first === undefined
    ? null
    : visit.absolute(valuePath(first.series.key, first.period, dayText(release.publishedAt)));
}

function drawRelease(language: Language, {release, headlines}: ReleaseView, address: string | null): string {
  const words = RELEASE_WORDS[language];
  const title = nameText(release.name, language);
  const count = (named: string, values: number): string => `${named}: ${numberText(values, language)}`;
  const day = copied(dayWords(release.publishedAt, language));
  const top = pictureTop(title) + 6;
  const rows = Math.floor((PICTURE_HEIGHT - PICTURE_FOOT + ADDRESS_LINE - top) / ROW);
  return pictureDocument({
    title,
    subtitle: [
      `${words.published} ${day}`,
      count(words.added, release.newValues),
      count(words.changed, release.revisedValues),
    ].join(" · "),
    source: [providerName(release.provider, language), SERVICE[language], release.sourceFile ?? ""]
      .filter((part) => part !== "")
      .join(" · "),
    address,
    drawing: headlines.slice(0, rows).map((one, at) => drawHeadline(one, top + at * ROW, language)),
  });
}

/** The title of the series with the facts below it, and at the right the value with what the period before became. */
function drawHeadline(one: ShownHeadline, y: number, language: Language): Html {
  const {series, period, value} = one;
  const unit = series.unitName ?? series.unit;
  const facts = [
    copied(shortPeriodWords(period, series.frequency, language)),
    ...(unit === null ? [] : [unitText(unit, language)]),
    ...kindWords(series, language),
  ];
  const right = PICTURE_WIDTH - PICTURE_RIGHT;
  return html`<path d="M${PICTURE_LEFT} ${y}h${right - PICTURE_LEFT}" stroke="${GRID}"/>
<text x="${PICTURE_LEFT}" y="${y + 28}" font-size="21" fill="${INK}">${cut(titleText(series, language), TITLE_LETTERS)}</text>
<text x="${PICTURE_LEFT}" y="${y + 53}" font-size="17">${cut(facts.join(" · "), FACT_LETTERS)}</text>
<text x="${right}" y="${y + 31}" font-size="28" font-weight="600" fill="${INK}" text-anchor="end">${fewDigitsText(value, language)}</text>
<text x="${right}" y="${y + 54}" font-size="17" text-anchor="end">${pastText(one, language)}</text>\n`;
}

/** "март 2026: было 98,5, стало 98,8", or only the value of the period if the release did not change it. The fonts of a picture have no arrow. */
function pastText({series, previous}: ShownHeadline, language: Language): string {
  if (previous === null) return "";
  const {period, knownBefore, now, isWithdrawn} = previous;
  const words = RELEASE_WORDS[language];
  const shown = fewDigitsText(now, language);
  const isSame = knownBefore === null || knownBefore === now;
  const past = isSame ? shown : `${words.was} ${fewDigitsText(knownBefore, language)}, ${words.became} ${shown}`;
  const named = copied(shortPeriodWords(period, series.frequency, language));
  return `${named}: ${past}${isWithdrawn ? ` (${words.gone})` : ""}`;
}
