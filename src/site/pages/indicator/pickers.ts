// The fields that choose territory, class, form and frequency: a plain form, whose choices are in the address.
import {LEVELS} from "../../../statistics/territory.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {kindWords} from "../../words/measures.ts";
import {languageMark, levelWords, nameText, territoriesByName, unitText} from "../../words/names.ts";
import {FREQUENCY_WORDS, numberText} from "../../words/wording.ts";
import {type ConceptSeries, formCodeOf} from "./choices.ts";
import type {ConceptView} from "./read-concept.ts";
import type {IndicatorWords} from "./words.ts";

/** false: there is nothing to choose. @param units the names of units by code */
export function drawIndicatorPickers(
  visit: Visit,
  view: ConceptView,
  units: ReadonlyMap<string, string>,
  words: IndicatorWords,
): Html | false {
  const {language, path, query, link} = visit;
  const {choices, territories, territory} = view;
  const [first] = choices.shown;
  const lang = query.get("lang");
  const unit = (code: string): string => unitText(units.get(code) ?? code, language);
  const fields = [
    territories.length > 1 && territoryField(visit, view, words),
    choices.classes.length > 1 &&
      field("class", words.class, choices.classes, (one) => [one.class, classText(one, language, words)]),
    choices.forms.length > 1 &&
      field("form", words.form, choices.forms, (one) => [formCodeOf(one), formText(one, unit, language, words)]),
    choices.frequencies.length > 1 &&
      field("freq", words.frequency, choices.frequencies, ({frequency}) => [
        frequency,
        FREQUENCY_WORDS[language][frequency],
      ]),
  ].filter((one) => one !== false);
  return (
    fields.length > 0 &&
    html`<form class="pickers" action="${link(path)}">
${fields}${lang !== null && html`<input type="hidden" name="lang" value="${lang}">`}
<p class="picked"><button type="submit">${words.show}</button>${["geo", "class", "form", "freq"].some((name) => query.has(name)) && html` <a href="${link(path, {lang})}">${words.reset}</a>`}</p>
</form>\n`
  );

  function field(
    name: string,
    label: string,
    offered: readonly ConceptSeries[],
    optionOf: (one: ConceptSeries) => readonly [code: string, text: string],
  ): Html {
    const chosen = first === undefined ? null : optionOf(first)[0];
    return html`<div class="field"><label for="pick-${name}">${label} <span class="quiet">${numberText(offered.length, language)}</span></label>
<select id="pick-${name}" name="${name}">
${offered.map(optionOf).map(([code, text]) => option(code, text, code === chosen, language))}</select></div>\n`;
  }

  function territoryField({site}: Visit, {territoryCount}: ConceptView, own: IndicatorWords): Html {
    const left = territoryCount - territories.length;
    const groups = LEVELS.flatMap((level) => {
      const ofLevel = territories.filter((one) => one.level === level);
      const names = levelWords(ofLevel[0]?.canonical ?? "", language).many;
      return ofLevel.length === 0 ? [] : [{name: names[level] ?? site.country.levels[language].many[level], ofLevel}];
    });
    return html`<div class="field"><label for="pick-geo">${own.territory} <span class="quiet">${numberText(territoryCount, language)}</span></label>
<select id="pick-geo" name="geo">
${groups.map(({name, ofLevel}) => html`<optgroup label="${name}">\n${territoriesByName(ofLevel, language).map(({one: {code}, name: text}) => option(code, text, code === territory?.code, language))}</optgroup>\n`)}</select>${left > 0 && html`<p class="hint">${own.notShown} ${numberText(left, language)}</p>`}</div>\n`;
  }
}

function option(code: string, text: string, isChosen: boolean, language: Language): Html {
  return html`<option value="${code}"${languageMark(text, language)}${isChosen && html` selected`}>${text}</option>\n`;
}

function classText({class: code, className}: ConceptSeries, language: Language, words: IndicatorWords): string {
  return code === "" ? words.whole : nameText(className ?? code, language);
}

function formText(
  one: ConceptSeries,
  unit: (code: string) => string,
  language: Language,
  words: IndicatorWords,
): string {
  const kinds = kindWords(one, language);
  const kindText = kinds.length > 0 ? kinds.join(", ") : words.level;
  return one.unit === null ? kindText : `${kindText}, ${unit(one.unit)}`;
}
