// The data on the page of a dataset: fields to pick series by dimension, the chart and the map of the leading series.
//
// The fields are a plain form. A field for a dimension of thousands of codes offers the first of them; the search has all.

import {namesIn} from "../../../country/names.ts";
import {DIMENSIONS, type Dimension} from "../../../statistics/catalogue/catalogue.ts";
import type {Note} from "../../../statistics/release/release.ts";
import {LEVELS} from "../../../statistics/territory.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Steps} from "../../../work/pace.ts";
import {lineChart} from "../../chart/line-chart.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {DatasetPageWords} from "../../words/dataset-words.ts";
import {steppedFound} from "../../words/held-values.ts";
import {kindWords, measureWords, transformationWords} from "../../words/measures.ts";
import {languageMark, nameOrder, nameText, territoryText, unitText, unitWords} from "../../words/names.ts";
import {countText, FREQUENCY_WORDS, numberText, periodWords} from "../../words/wording.ts";
import {datasetPath} from "../datasets/rows.ts";
import {readFamily} from "../family/read-family.ts";
import type {FoundLine} from "../search/results.ts";
import {drawBandList, eventBands} from "../series/events.ts";
import {seriesPath, territoriesPath, titleText, titleWords} from "../series/link.ts";
import {drawMap} from "../territories/picture.ts";
import {ranked} from "../territories/ranking.ts";
import {keptColumns} from "./columns.ts";
import {type OfferedCodes, PARAMETERS} from "./picks.ts";
import type {PickedPage} from "./read-picked.ts";

export function drawPickers(
  visit: Visit,
  dataset: DatasetRecord,
  picked: PickedPage,
  words: DatasetPageWords,
): Html | false {
  const {picks, offered, positions} = picked;
  const fields = DIMENSIONS.flatMap((dimension) => (offered.has(dimension) ? [drawField(dimension)] : []));
  const lang = visit.query.get("lang");
  return (
    fields.length > 0 &&
    html`<form class="pickers" action="${visit.link(datasetPath(dataset))}#data">
${fields}${lang !== null && html`<input type="hidden" name="lang" value="${lang}">`}${keptColumns(visit.query)}
<p class="picked"><button type="submit">${words.pick}</button> <span role="status">${countText(positions.length, "series", visit.language)}</span>${picks.size > 0 && html` <a href="${visit.link(datasetPath(dataset), {lang})}#data">${words.unpick}</a>`}</p>
</form>\n`
  );

  function drawField(dimension: Dimension): Html {
    const chosen = picks.get(dimension);
    const {shown, total} = offered.get(dimension)!;
    const name = PARAMETERS[dimension];
    const left = total - shown.length;
    return html`<div class="field"><label for="pick-${name}">${words.dimension[dimension]} <span class="quiet">${numberText(total, visit.language)}</span></label>
<select id="pick-${name}" name="${name}"><option value="">${words.any}</option>
${inOrder(dimension, shown).map(({code, index, count}) => {
  const text = codeText(dimension, code, index);
  return html`<option value="${code}"${languageMark(text, visit.language)}${code === chosen && html` selected`}>${text} (${numberText(count, visit.language)})</option>\n`;
})}</select>${left > 0 && html`<p class="hint">${words.moreCodes} ${numberText(left, visit.language)}: <a href="${visit.link("/search", {dataset: `${dataset.provider}/${dataset.code}`})}">${words.searchThem}</a></p>`}</div>\n`;
  }

  /** Territories by level and name; other codes have their own order. */
  function inOrder(dimension: Dimension, codes: OfferedCodes["shown"]): OfferedCodes["shown"] {
    if (dimension !== "territory") return codes;
    const order = nameOrder(visit.language);
    const levelOf = (at: number): number => LEVELS.indexOf(picked.catalogue.territories[at]!.level);
    return codes
      .map((one) => ({one, name: codeText(dimension, one.code, one.index)}))
      .sort(
        ({one, name}, {one: other, name: another}) => levelOf(one.index) - levelOf(other.index) || order(name, another),
      )
      .map(({one}) => one);
  }

  function codeText(dimension: Dimension, code: string, at: number): string {
    const {catalogue, classNames, unitNames, ownNames: own = namesIn("published")} = picked;
    const {language} = visit;
    const territory = catalogue.territories[at]!;
    const texts: Readonly<Record<Dimension, () => string | null>> = {
      classification: () => nameText(own.of(classNames.at(at) ?? code), language),
      indicator: () => nameText(own.of(catalogue.indicatorLabels[at]!), language),
      measure: () => measureWords(dataset.provider, code, language) ?? code.replaceAll("_", " "),
      transformation: () => transformationWords(code, language),
      unit: () => unitText(own.unit(unitNames.get(code) ?? code), language),
      frequency: () => FREQUENCY_WORDS[language][code as Frequency],
      territory: () => territoryText({...territory, name: own.territory(territory)}, language),
    };
    return texts[dimension]() ?? code;
  }
}

/** The chart of the leading series, with links to its page and to its territories. */
export function* drawLeading(
  {language, link}: Visit,
  {leading, catalogue}: PickedPage,
  notes: readonly Note[],
  words: DatasetPageWords,
): Steps<Html | false> {
  if (leading === null) return false;
  const {series, points, since} = leading;
  const title = titleText(series, language);
  const bands = eventBands({series, notes});
  const drawn = yield* lineChart({
    label: `${words.chartOf}: ${title}`,
    lines: [
      {
        points,
        frequency: series.frequency,
        className: "line-1",
        ...steppedFound(series),
        ...(since === undefined ? {} : {since}),
      },
    ],
    bands,
    language,
  });
  return (
    drawn !== false &&
    html`<figure class="leading">
<figcaption><a href="${link(seriesPath(series.key))}">${titleWords(series, language)}</a> · ${factsOf(leading, language)}${catalogue.territories.length > 1 && html` · <a href="${link(territoriesPath(series.key))}">${words.overIndexes}</a>`}</figcaption>
${drawn}</figure>\n${drawBandList(bands, points, language)}`
  );
}

/** The map of the leading series at its last period, where a dataset has regions. */
export async function drawPickedMap(
  visit: Visit,
  {leading, catalogue}: PickedPage,
  words: DatasetPageWords,
): Promise<Html | false> {
  const last = leading?.points.at(-1);
  if (leading === null || last === undefined || !catalogue.territories.some(({level}) => level === "region"))
    return false;
  const family = await readFamily(visit, leading.series.key, "region", null);
  if (family.level !== "region") return false;
  const rows = await visit.withRests(ranked(family, last.day, "high", visit.language));
  const period = periodWords(last.day, leading.series.frequency, visit.language);
  return visit.withRests(drawMap(visit, rows, html`<h3>${words.map}, ${period}</h3>`));
}

function factsOf({series}: FoundLine, language: Visit["language"]): Html {
  const unit = series.unitName ?? series.unit;
  const kinds = [...kindWords(series, language), FREQUENCY_WORDS[language][series.frequency]];
  return html`${unit !== null && html`${unitWords(unit, language)}, `}${kinds.join(", ")}`;
}
