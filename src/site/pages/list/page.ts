// /list: the reader's list of series, datasets and releases with their last values: kept in the account, or in the address without one.
//
// `?s=` is a list in the address, which anybody can open. `?add=` is where stars lead: it asks the owner of an account to press a button,
// because opening an address changes nothing there; without an account it leads to the longer address. A cookie remembers that address
// until the browser closes, so that the next star adds to it.
import {LIST_STYLES} from "../../assets/assets.ts";
import {formFields} from "../../forms/forms.ts";
import {findOwner, ownedForm} from "../../forms/sessions.ts";
import {type Answer, type Drawn, type Page, privatePage, redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import {storable, type Visit} from "../../visit/visit.ts";
import {STAR_WORDS} from "../../widgets/star-link.ts";
import {isItem, itemsText, readItems} from "./items.ts";
import {type ListedItem, readList} from "./read-list.ts";
import {drawList} from "./rows.ts";
import {LIST_WORDS, type ListWords} from "./words.ts";

const PATH = "/list";
const COOKIE = "list";

export const listPage: Page = {
  path: PATH,
  costly: "own",
  async draw(visit) {
    const owner = await findOwner(visit);
    const {query} = visit;
    const add = query.get("add") ?? "";
    if (query.has("s")) return drawAddressed(visit, readItems(query.get("s")), owner !== null);
    if (owner !== null) {
      return drawOwn(visit, owner.accountId, isItem(add) ? add : null);
    }
    const kept = readItems(fromCookie(visit.cookie(COOKIE)));
    const items = readItems(itemsText(isItem(add) ? [...kept, add] : kept));
    if (items.length === 0) return drawAddressed(visit, [], false);
    const hasRoom = !isItem(add) || (items.includes(add) && isKept(items));
    if (!hasRoom) return drawAddressed(visit, kept, false, LIST_WORDS[visit.language].full);
    return redirect(visit.link(PATH, {s: itemsText(items), lang: query.get("lang")}));
  },
};

/** Letters of a list that a cookie keeps: browsers drop a cookie of more than 4,096 bytes, and three letters take four of them. */
const COOKIE_LETTERS = 2900;

function isKept(items: readonly string[]): boolean {
  return Buffer.byteLength(itemsText(items)) <= COOKIE_LETTERS;
}

/** Cookies have letters and digits alone. */
function fromCookie(text: string | null): string {
  return text === null ? "" : storable(Buffer.from(text, "base64url").toString("utf8"));
}

/** A list in the address. @param problem why a star has added nothing; absent: there was none, or it has */
async function drawAddressed(
  visit: Visit,
  items: readonly string[],
  isOwner: boolean,
  problem?: string,
): Promise<Drawn> {
  const {language, link, query} = visit;
  const words = LIST_WORDS[language];
  if (!isOwner && (items.length > 0 || query.has("s")) && isKept(items))
    visit.setCookie(COOKIE, Buffer.from(itemsText(items)).toString("base64url"), null);
  const listed = await readList(visit, items);
  const without = (item: string): Html =>
    html`<a href="${visit.here({s: itemsText(items.filter((one) => one !== item))})}" rel="nofollow" aria-label="${words.end}: ${item}">${words.end}</a>`;
  const fields = isOwner && items.length > 0 && (await formFields(visit));
  return privatePage({
    title: words.title,
    styles: [LIST_STYLES],
    main: html`<h1>${words.title}</h1>
<p class="lead">${items.length === 0 ? words.empty : words.leadAddress}</p>
${drawProblem(problem)}${items.length > 0 && html`${drawList(visit, listed, without, words)}${drawWays(visit, listed, words)}`}${
  fields !== false && addForm(visit, fields, itemsText(items), words.keep)
}<p>${isOwner ? html`<a href="${link(PATH)}">${words.own}</a>` : html`<a href="${link("/account/sign-in")}">${words.signIn}</a>`}</p>`,
  });
}

/** The list of the account. @param wanted an item that a star names; null: none */
async function drawOwn(visit: Visit, accountId: number, wanted: string | null, problem?: string): Promise<Drawn> {
  const words = LIST_WORDS[visit.language];
  const {procedures} = visit.site.store;
  const items = await procedures.play("readAccountList", accountId);
  const isMailed = (await procedures.play("listSubscriptions", accountId)).some(({scope}) => scope === "list");
  const add = wanted !== null && items.includes(wanted) ? null : wanted;
  const listed = await readList(visit, add === null ? items : [add, ...items]);
  const fields = await formFields(visit);
  const [first] = listed;
  const own = add === null ? listed : listed.slice(1);
  const end = (item: string): Html =>
    html`<form method="post" action="${visit.link(`${PATH}/remove`)}">${fields}<input type="hidden" name="item" value="${item}"><button type="submit" class="quiet" aria-label="${words.end}: ${item}">${words.end}</button></form>`;
  return privatePage({
    status: problem === undefined ? 200 : 422,
    title: words.title,
    styles: [LIST_STYLES],
    main: html`<h1>${words.title}</h1>
<p class="lead">${own.length === 0 ? words.empty : words.leadAccount}</p>
${drawProblem(problem)}${
  add !== null &&
  first!.kind !== "gone" &&
  html`<section class="notice" aria-label="${STAR_WORDS[visit.language]}">
${drawList(visit, [first!], () => html`—`, words)}${addForm(visit, fields, add, STAR_WORDS[visit.language])}</section>\n`
}${own.length > 0 && html`${drawList(visit, own, end, words)}${drawWays(visit, own, words)}`}${(own.length > 0 || isMailed) && mailForm(visit, fields, isMailed, words)}`,
  });
}

function drawProblem(problem: string | undefined): Html | false {
  return problem !== undefined && html`<p class="wrong" role="alert">${problem}</p>\n`;
}

function addForm({link}: Visit, fields: Html, items: string, press: string): Html {
  return html`<form class="inline-form" method="post" action="${link(`${PATH}/add`)}">${fields}<input type="hidden" name="items" value="${items}"><button type="submit">${press}</button></form>\n`;
}

/** The list as a file and a feed, whose addresses need no account, and its series in one chart. */
function drawWays({language, link}: Visit, listed: readonly ListedItem[], words: ListWords): Html {
  const s = itemsText(listed.map(({item}) => item));
  const series = listed.flatMap(({kind, item}) => (kind === "series" ? [item] : []));
  return html`<p class="list-ways">${words.take}: <a class="button quiet" href="${link("/list.csv", {s, lang: language})}" download>CSV</a> <a class="button quiet" href="${link("/list.atom", {s, lang: language})}">${words.feed}</a>${series.length > 1 && html` <a class="button quiet" href="${link("/compare", {series: itemsText(series)})}">${words.compare}</a>`}</p>\n`;
}

/** @param isMailed letters come already: the button ends them */
function mailForm({link}: Visit, fields: Html, isMailed: boolean, words: ListWords): Html {
  const action = link(isMailed ? `${PATH}/mail/end` : `${PATH}/mail`);
  return html`<form class="inline-form" method="post" action="${action}">${fields}${isMailed && html`<span>${words.mailed}</span> `}<button type="submit" class="quiet">${isMailed ? words.mailEnd : words.mail}</button> <a href="${link("/account/following")}">${words.following}</a></form>\n`;
}

export const addToListForm = ownedForm(`${PATH}/add`, async (visit, {accountId}, form): Promise<Answer> => {
  const {procedures} = visit.site.store;
  const items = readItems(form.text("items"));
  const isAdded = await procedures.play("addListed", accountId, items, visit.site.now().toISOString());
  if (isAdded) return redirect(visit.link(PATH));
  return drawOwn(visit, accountId, null, LIST_WORDS[visit.language].full);
});

export const removeFromListForm = ownedForm(`${PATH}/remove`, async (visit, {accountId}, form) => {
  const item = form.text("item");
  if (isItem(item)) await visit.site.store.procedures.play("removeListed", accountId, item);
  return redirect(visit.link(PATH));
});

/** Follows the list as it will be at each load run, by one letter for each. A release has happened already, and is told only if it is withdrawn. */
export const mailListForm = ownedForm(`${PATH}/mail`, async (visit, {accountId}): Promise<Answer> => {
  const {procedures} = visit.site.store;
  const made = await procedures.play("follow", {
    ...{accountId, scope: "list", target: "", dataset: "", way: "mail", address: null, secret: null},
    ...{kinds: ["release", "revision", "withdrawn"], threshold: 0},
    ...{language: visit.language, createdAt: visit.site.now().toISOString()},
  });
  if (made !== null) return redirect(visit.link(PATH));
  return drawOwn(visit, accountId, null, LIST_WORDS[visit.language].mailFull);
});

/** Ends the letters about the list. */
export const endMailForm = ownedForm(`${PATH}/mail/end`, async (visit, {accountId}): Promise<Answer> => {
  const {procedures} = visit.site.store;
  const own = await procedures.play("listSubscriptions", accountId);
  for (const {id, scope} of own) if (scope === "list") await procedures.play("unfollow", accountId, id);
  return redirect(visit.link(PATH));
});
