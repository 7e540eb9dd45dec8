// /suggest?q=…: what a reader may mean, while typing: indicators, territories and datasets, as the options of a list (client/suggest.ts).
//
// It charges nothing and reads nothing from the store: everything is in memory. Without a script nobody asks for it.
import {file, type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {SuggestedSubject} from "../../visit/suggested.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {isRussian} from "../../words/names.ts";
import {GROUPS} from "./subjects.ts";

/** Of each group: ten in all. */
const MOST = [4, 3, 3] as const;
/** Further letters are ignored. */
const LONGEST = 100;
/** Letters of a name. */
const NAME_SHOWN = 120;
/** A browser asks again for what was typed a minute ago. */
const KEPT = "private, max-age=60";

const WORDS = inPairs({
  label: ["Подсказки", "Suggestions"],
  concepts: ["Показатели", "Indicators"],
  territories: ["Территории", "Territories"],
  datasets: ["Наборы данных", "Datasets"],
});

export const suggestPage: Page = {
  path: "/suggest",
  async draw(visit) {
    const {site, query, ip, language} = visit;
    const seconds = await site.store.addresses.count("suggestions", ip, site.now().getTime());
    if (seconds !== null) throw new PageFault(429, "too many suggestions were asked for from this address", seconds);
    const text = (query.get("q") ?? "").slice(0, LONGEST);
    const found = text.trim() === "" ? [] : await site.suggestions.find(text, MOST);
    const groups = found.flatMap((own, at) => (own.length === 0 ? [] : [drawGroup(visit, GROUPS[at]!, own)]));
    const body =
      groups.length === 0
        ? ""
        : html`<div role="listbox" aria-label="${WORDS[language].label}" class="suggested">\n${groups}</div>\n`.text;
    return file({type: "text/html; charset=utf-8", body, kept: KEPT});
  },
};

function drawGroup(visit: Visit, group: (typeof GROUPS)[number], subjects: readonly SuggestedSubject[]): Html {
  const words = WORDS[visit.language];
  return html`<div role="group" aria-label="${words[group]}">
<p aria-hidden="true">${words[group]}</p>
${subjects.map((subject, at) => drawOption(visit, subject, `suggested-${group}-${at}`))}</div>\n`;
}

/** A link, for a pointer; the field keeps the focus, and its script marks the chosen option. */
function drawOption({language, link}: Visit, {texts, note, path, query}: SuggestedSubject, id: string): Html {
  const name = shortened(texts[language]);
  const noteText = note(language);
  return html`<a role="option" id="${id}" href="${link(path, query[language])}" tabindex="-1" aria-selected="false"><span${language === "en" && isRussian(name) && html` lang="ru"`}>${name}</span>${noteText !== "" && html` <span class="quiet">${noteText}</span>`}</a>\n`;
}

function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length <= NAME_SHOWN ? name : `${letters.slice(0, NAME_SHOWN - 1).join("")}…`;
}
