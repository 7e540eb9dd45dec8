// /datasets/PROVIDER/CODE/file: the picked series of a dataset as one file, for an account. Its values are charged like those of the API;
// the page shows their number first.
//
// The file is a form, so that no prefetch and no reload of a link charges anything.
import {monthOf, nextMonthDay, valuesLeft} from "../../../access/account.ts";
import {formFields} from "../../forms/forms.ts";
import {privatePage} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import {html} from "../../widgets/html.ts";
import {nameText, nameWords} from "../../words/names.ts";
import {countText, dayWords, numberText} from "../../words/wording.ts";
import {ownedPage} from "../account/owner.ts";
import {datasetLink, datasetPath} from "../datasets/rows.ts";
import {chargedFile, planOf} from "./charged-file.ts";
import {countValues, MOST_VALUES, readAsked} from "./picked-values.ts";
import {PARAMETERS} from "./picks.ts";
import {DATASET_WORDS} from "./words.ts";

export const datasetFilePage = ownedPage({
  path: "/datasets/:provider/:code/file",
  async draw(visit, owner) {
    const asked = await readAsked(visit);
    const {dataset, catalogue, positions} = asked;
    const {language, site} = visit;
    const words = DATASET_WORDS[language];
    const number = (count: number): string => numberText(count, language);
    const values = await countValues(visit, asked);
    const used = await site.store.charges.used(owner.accountId, monthOf(site.now().getTime()));
    const left = valuesLeft(planOf(owner).valuesPerMonth, used);
    const isTooLarge = values === null || values > MOST_VALUES;
    const facts: readonly FactRow[] = [
      [words.series, `${number(positions.length)} ${words.of} ${number(catalogue.size)}`],
      [words.price, values === null ? null : countText(values, "value", language)],
      [words.left, left === null ? words.unlimited : number(left)],
    ];
    const mayTake = !isTooLarge && positions.length > 0 && (left === null || values <= left);
    const action = visit.link(visit.path, pickedQuery(visit));
    return privatePage({
      title: `${words.wholeFile}: ${nameText(dataset.name, visit.language)}`,
      main: html`<p class="over">${datasetLink(visit, dataset)}</p>
<h1>${words.wholeFile}</h1>
<p class="lead">${nameWords(dataset.name, visit.language)}</p>
${factList(facts)}
<p>${words.priceIs}</p>
${isTooLarge && html`<p class="notice warn">${words.tooLarge} ${number(MOST_VALUES)}. <a href="${visit.link(datasetPath(dataset))}#data">${words.pickFewer}</a></p>`}${
  !isTooLarge &&
  !mayTake &&
  positions.length > 0 &&
  html`<p class="notice warn">${words.overQuota} ${dayWords(nextMonthDay(site.now().getTime()), language)}.</p>`
}${
  mayTake &&
  html`<form method="post" class="inline-form" action="${action}">${await formFields(visit)}
<button type="submit" name="type" value="xlsx">XLSX</button> <button type="submit" class="quiet" name="type" value="csv">CSV</button></form>`
}`,
    });
  },
  async act(visit, owner, form) {
    const asked = await readAsked(visit);
    return visit.site.wholeFiles.enter({hasToken: true, name: `${owner.accountId}`}, visit.gone(), () =>
      chargedFile(visit, owner, asked, form.text("type") === "csv" ? "csv" : "xlsx"),
    );
  },
});

/** The parameters of the picks, in the address of the form. */
function pickedQuery({query}: Visit): Record<string, string> {
  const names = [...Object.values(PARAMETERS), "lang"];
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));
}
