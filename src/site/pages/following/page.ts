// /account/following: what the account follows, a form to follow more, and the end of each.
//
// `?series=KEY`, `?dataset=PROVIDER/CODE` or `?provider=PROVIDER` fills the form in. The secret of a webhook is shown once, in the answer that
// makes it.

import {readWebhookAddress, webhookSecret} from "../../../service/webhook-address.ts";
import {
  FOLLOWED_KINDS,
  type FollowedKind,
  MOST_SUBSCRIPTIONS,
  type Subscription,
} from "../../../store/messages/subscription.ts";
import {ACCOUNT_STYLES} from "../../assets/assets.ts";
import {formFields} from "../../forms/forms.ts";
import {ownedForm, ownedPage} from "../../forms/sessions.ts";
import {type Drawn, privatePage, redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Form, Visit} from "../../visit/visit.ts";
import {codeBlock} from "../../widgets/code-block.ts";
import {FOLLOWING_PATH as PATH} from "../../widgets/follow-links.ts";
import type {Language} from "../../words/language.ts";
import {nameWords} from "../../words/names.ts";
import {numberText, providerName, shortDayWords} from "../../words/wording.ts";
import {followedName, targetOf, USUAL_KINDS} from "./follow.ts";
import {findFollowed, followedNames} from "./followed.ts";
import {FOLLOWING_WORDS} from "./words.ts";

/** Per cent; more than any revision that anybody waits for. */
const MAX_THRESHOLD = 1000;

interface Typed {
  readonly target: string;
  readonly way: string;
  readonly address: string;
  readonly kinds: readonly FollowedKind[];
  readonly threshold: string;
  readonly wrong: string | null;
}

export const followingPage = ownedPage({
  path: PATH,
  draw(visit, {accountId}) {
    const target = targetOf(visit);
    const usual = {way: "mail", address: "", kinds: USUAL_KINDS, threshold: "0", wrong: null};
    return drawFollowing(visit, accountId, {target, ...usual});
  },
  async perform(visit, {accountId}, form) {
    const {site, language} = visit;
    const words = FOLLOWING_WORDS[language];
    const typed = typedIn(form);
    const refuse = (wrong: string) => drawFollowing(visit, accountId, {...typed, wrong});
    const threshold = Number(typed.threshold.replace(",", "."));
    if (typed.kinds.length === 0) return refuse(words.noKind);
    if (!(threshold >= 0 && threshold <= MAX_THRESHOLD)) return refuse(words.wrongThreshold);
    const followed = await findFollowed(site.store.statistics, typed.target);
    if (followed === null) return refuse(words.unknown);
    const isHook = typed.way === "webhook";
    const address = isHook ? readWebhookAddress(typed.address, site.settings.webhooks) : null;
    if (isHook && address === null)
      return refuse(site.settings.webhooks === "off" ? words.hooksOff : words.wrongAddress);
    const secret = isHook ? webhookSecret() : null;
    const made = await site.store.procedures.play("follow", {
      ...{...followed, accountId, address, secret, threshold, language, kinds: typed.kinds},
      way: isHook ? "webhook" : "mail",
      createdAt: site.now().toISOString(),
    });
    if (made === null) return refuse(words.full);
    return secret === null ? redirect(visit.link(PATH)) : drawSecret(visit, secret);
  },
});

export const unfollowForm = ownedForm(`${PATH}/end`, async (visit, {accountId}, form) => {
  const id = form.text("id");
  if (/^\d{1,9}$/.test(id)) await visit.site.store.procedures.play("unfollow", accountId, Number(id));
  return redirect(visit.link(PATH));
});

function typedIn(form: Form): Typed {
  return {
    target: form.line("target", 200),
    way: form.text("way"),
    address: form.line("address", 1000),
    kinds: FOLLOWED_KINDS.filter((kind) => form.text(`kind-${kind}`) !== ""),
    threshold: form.line("threshold", 20) || "0",
    wrong: null,
  };
}

async function drawFollowing(visit: Visit, accountId: number, typed: Typed): Promise<Drawn> {
  const {site, language} = visit;
  const words = FOLLOWING_WORDS[language];
  const own = await site.store.procedures.play("listSubscriptions", accountId);
  const names = await followedNames(site.store.statistics, language, own);
  const errors = new Map(await site.store.procedures.play("listLastErrors", accountId));
  const fields = await formFields(visit);
  const found = typed.target === "" ? null : await findFollowed(site.store.statistics, typed.target);
  const name = found === null ? null : await followedName(visit, found);
  return privatePage({
    status: typed.wrong === null ? 200 : 422,
    title: words.title,
    styles: [ACCOUNT_STYLES],
    main: html`<p class="over"><a href="${visit.link("/account")}">${words.account}</a></p>
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${own.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="rows">\n${own.map((one) => row(visit, one, {name: names.get(one.id), error: errors.get(one.id)}, fields))}</ul>`}
<h2 id="follow">${words.more}</h2>
${own.length >= MOST_SUBSCRIPTIONS ? html`<p class="notice warn">${words.full}</p>` : followForm(visit, {...typed, name}, fields)}
<p class="quiet">${words.feeds}</p>`,
  });
}

function row(
  visit: Visit,
  one: Subscription,
  {name = one.target, error}: {readonly name: string | undefined; readonly error: string | undefined},
  fields: Html,
): Html {
  const {language} = visit;
  const words = FOLLOWING_WORDS[language];
  const where = one.way === "mail" ? words.mail : new URL(one.address!).host;
  return html`<li>
<span class="row-name"><a href="${visit.link(pathOf(one))}">${one.scope === "list" ? words.list : one.scope === "provider" ? providerName(one.target, language) : nameWords(name, language)}</a></span>
<span class="row-facts">${one.scope !== "list" && html`<code>${one.target}</code> · `}${where} · ${kindsText(one, language)} · ${words.since} ${shortDayWords(one.createdAt.slice(0, 10), language)}${error !== undefined && html` · <span class="badge overdue">${words.failed}: ${error}</span>`}</span>
<div class="row-end"><form method="post" action="${visit.link(`${PATH}/end`)}">${fields}<input type="hidden" name="id" value="${one.id}"><button type="submit" class="quiet" aria-label="${words.end}: ${one.scope === "list" ? words.list : name}">${words.end}</button></form></div>
</li>\n`;
}

function pathOf({scope, target}: Subscription): string {
  if (scope === "list") return "/list";
  if (scope === "series") return `/series/${target}`;
  return scope === "dataset" ? `/datasets/${target.split("/").map(encodeURIComponent).join("/")}` : "/datasets";
}

function kindsText({kinds, threshold}: Subscription, language: Language): string {
  const words = FOLLOWING_WORDS[language];
  return kinds
    .map(
      (kind) =>
        words.kinds[kind] + (kind === "revision" && threshold > 0 ? ` ≥ ${numberText(threshold, language)} %` : ""),
    )
    .join(", ");
}

function followForm(visit: Visit, typed: Typed & {readonly name: Html | null}, fields: Html): Html {
  const words = FOLLOWING_WORDS[visit.language];
  const choice = (way: "mail" | "webhook", name: string) =>
    html`<label class="choice"><input type="radio" name="way" value="${way}"${(typed.way === "webhook") === (way === "webhook") && html` checked`}> ${name}</label>\n`;
  return html`<form class="stack" method="post" action="${visit.link(PATH)}" novalidate>
${fields}
${typed.wrong !== null && html`<p class="wrong" role="alert">${typed.wrong}</p>`}
<div class="field">
<label for="target">${words.target}${typed.name !== null && html`: ${typed.name}`}</label>
<input type="text" id="target" name="target" required maxlength="200" value="${typed.target}" aria-describedby="target-hint">
<p class="hint" id="target-hint">${words.targetHint}</p>
</div>
<fieldset class="field"><legend>${words.what}</legend>
${FOLLOWED_KINDS.map((kind) => html`<label class="choice"><input type="checkbox" name="kind-${kind}" value="1"${typed.kinds.includes(kind) && html` checked`}> ${words.kinds[kind]}</label>\n`)}</fieldset>
<div class="field">
<label for="threshold">${words.threshold}</label>
<input type="text" id="threshold" name="threshold" inputmode="decimal" maxlength="20" value="${typed.threshold}" aria-describedby="threshold-hint">
<p class="hint" id="threshold-hint">${words.thresholdHint}</p>
</div>
<fieldset class="field"><legend>${words.how}</legend>
${choice("mail", words.byMail)}${choice("webhook", words.byHook)}</fieldset>
<div class="field">
<label for="address">${words.address}</label>
<input type="text" id="address" name="address" inputmode="url" maxlength="1000" value="${typed.address}" placeholder="https://example.org/ryad">
</div>
<button type="submit">${words.press}</button>
</form>`;
}

function drawSecret(visit: Visit, secret: string): Drawn {
  const words = FOLLOWING_WORDS[visit.language];
  return privatePage({
    title: words.secretTitle,
    modules: ["copy", "shown-once"],
    main: html`<h1>${words.secretTitle}</h1>
<div class="notice warn"><p>${words.once}</p></div>
${codeBlock("token", words.secret, secret, visit.language)}
<p><a href="${visit.link(PATH)}">${words.back}</a></p>`,
  });
}
