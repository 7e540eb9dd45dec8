// Following by letters with the usual kinds: what one press does for a reader who signs in for it.

import {FOLLOWED_KINDS, type FollowedKind} from "../../../store/messages/subscription.ts";
import type {SignInPurpose} from "../../forms/sign-in-purpose.ts";
import {redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {FOLLOWING_PATH} from "../../widgets/follow-links.ts";
import {nameWords} from "../../words/names.ts";
import {providerName} from "../../words/wording.ts";
import {type Followed, findFollowed, followedNames} from "./followed.ts";
import {FOLLOWING_WORDS} from "./words.ts";

/** Held releases are for operators. */
export const USUAL_KINDS: readonly FollowedKind[] = FOLLOWED_KINDS.filter((kind) => kind !== "held");

/** What the address names. */
export function targetOf({query}: Visit): string {
  return query.get("series") ?? query.get("dataset") ?? query.get("provider") ?? "";
}

/** What is followed as a reader knows it: a title, a name, or a publisher; its text where that is not there any more. */
export async function followedName({site, language}: Visit, one: Followed): Promise<Html> {
  if (one.scope === "provider") return html`${providerName(one.target, language)}`;
  const names = await followedNames(site.store.statistics, language, [{...one, id: 0}]);
  return nameWords(names.get(0) ?? one.target, language);
}

/** @param visit its query names what to follow; null: there is nothing of this name */
export async function purposeToFollow(visit: Visit): Promise<SignInPurpose | null> {
  const {site, language} = visit;
  const words = FOLLOWING_WORDS[language];
  const followed = await findFollowed(site.store.statistics, targetOf(visit));
  if (followed === null) return null;
  const wanted = {
    ...{...followed, address: null, secret: null, threshold: 0, language, kinds: USUAL_KINDS},
    ...{way: "mail" as const, createdAt: site.now().toISOString()},
  };
  return {
    about: html`${words.byPress} <strong>${await followedName(visit, followed)}</strong>.`,
    presses: [{type: "mail", words: words.signInPress}],
    async perform(_, {accountId}) {
      await site.store.procedures.play("follow", {...wanted, accountId});
      return redirect(visit.link(FOLLOWING_PATH));
    },
  };
}
