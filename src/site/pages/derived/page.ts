// /series/KEY/derived: values computed here from a series, on a page of their own, so that they are never mistaken for the publisher's.
//
// The answer comes first: the last value, the chart and the formula (drawn-values.ts), then the choice of another computation (change-forms.ts).
import {type Page, page} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {nextRelease} from "../../widgets/follow-links.ts";
import {territoryWords} from "../../words/names.ts";
import {FREQUENCY_WORDS} from "../../words/wording.ts";
import {freshness, measuredIn} from "../series/head.ts";
import {headWords, seriesPath, titleText} from "../series/link.ts";
import {notesLink} from "../series/notes.ts";
import {asOfNotice, dayQuery, readVintage} from "../series/query.ts";
import {readSeriesView} from "../series/read-series.ts";
import {changeForms} from "./change-forms.ts";
import {stepsOf} from "./choices.ts";
import {compute} from "./computation.ts";
import {drawDerived, previewFor, takesPicture} from "./drawn-values.ts";
import {DERIVED_WORDS} from "./words.ts";

export const derivedPage: Page = {
  path: "/series/:key/derived",
  costly: "shared",
  async draw(visit) {
    const {language} = visit;
    const words = DERIVED_WORDS[language];
    const wanted = readVintage(visit.query.get("as_of"));
    const {asOf} = wanted;
    const found = await compute(visit, await readSeriesView(visit, visit.params["key"] ?? "", asOf), true);
    const {view, derive, derived, hasNoPrices} = found;
    const title = titleText(view.series, language);
    const {site} = visit;
    const known = (await site.store.overview.read()).find((one) => one.dataset.id === view.dataset.id);
    const computed = [
      ...(derive === "" ? [] : [stepsOf(view, derive, language)]),
      words.computedHere.toLowerCase(),
    ].join(", ");
    // computed values are as old as the published ones
    const {badge, sentence} = freshness(visit, view, known);
    const drawn =
      derived === null
        ? null
        : await visit.withRests(drawDerived(visit, derived, derive, nextRelease(known, site.today())));
    return page({
      title: `${title}: ${computed}`,
      description: words.notPublished,
      modules: ["copy"],
      ...(derived !== null && takesPicture(derived) && {head: previewFor(visit, derived, derive)}),
      main: html`<p class="over"><a href="${visit.link(seriesPath(view.series.key), {as_of: dayQuery(asOf)})}">${words.published}</a></p>
<h1 class="series-title long">${headWords(view.series, language)}<span class="unseen">, </span><span class="series-place">${territoryWords(view.series.fullTerritory, language)}</span><span class="unseen">: </span><span class="series-of">${computed}</span></h1>
<p class="series-line">${factLine([...(derived === null ? measuredIn(view, language) : []), FREQUENCY_WORDS[language][(derived?.view ?? view).series.frequency]])}${notesLink(visit, view)}${badge}</p>
${sentence}${asOfNotice(visit, wanted, visit.here({as_of: null}))}${drawn?.answer}${changeForms(visit, found)}
${hasNoPrices && html`<p class="notice warn">${words.noPrices}</p>`}
${derive !== "" && derived === null && !hasNoPrices && html`<p class="notice warn">${words.refused}</p>`}
${drawn?.proof}`,
    });
  },
};
