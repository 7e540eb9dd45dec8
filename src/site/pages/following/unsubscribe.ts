// /unsubscribe: ends a subscription by its signed address, without sign-in. Opening it asks; only a press ends it, because mail scanners
// open links. A mail program presses by itself (RFC 8058): its POST comes from anywhere and has no hidden field.
import {readUnsubscribe, UNSUBSCRIBE_PATH} from "../../forms/unsubscribing.ts";
import {type Drawn, type Page, PageFault, privatePage} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {followedName} from "./follow.ts";

const WORDS = inPairs({
  title: ["Отписаться?", "Unsubscribe?"],
  about: ["Больше не придут сообщения о:", "You will no longer be told about:"],
  list: ["Мой список", "My list"],
  press: ["Отписаться", "Unsubscribe"],
  endedTitle: ["Вы отписались", "Unsubscribed"],
  ended: ["Сообщения по этой подписке больше не придут.", "No more messages will come from this subscription."],
  account: ["Все подписки — в кабинете", "All subscriptions are in the account"],
});

export const unsubscribePage: Page = {
  path: UNSUBSCRIBE_PATH,
  isSigned: true,
  async draw(visit) {
    const id = await signedNumber(visit);
    const found = await visit.site.store.procedures.play("findSubscription", id);
    if (found === null) return drawEnd(visit);
    const words = WORDS[visit.language];
    const {path, query} = visit;
    return privatePage({
      title: words.title,
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.about} <strong>${found.scope === "list" ? words.list : await followedName(visit, found)}</strong></p>
<form class="stack" method="post" action="${visit.link(path, Object.fromEntries(query))}">
<button type="submit" autofocus>${words.press}</button>
</form>`,
    });
  },
  async perform(visit) {
    await visit.site.store.procedures.play("endSubscription", await signedNumber(visit));
    return drawEnd(visit);
  },
};

async function signedNumber({site, query}: Visit): Promise<number> {
  const id = await readUnsubscribe(site.secrets, query);
  if (id === null) throw new PageFault(404, "the address is not signed by this service");
  return id;
}

function drawEnd(visit: Visit): Drawn {
  const words = WORDS[visit.language];
  return privatePage({
    title: words.endedTitle,
    main: html`<h1>${words.endedTitle}</h1>
<p class="lead">${words.ended}</p>
<p><a href="${visit.link("/account/following")}">${words.account}</a></p>`,
  });
}
