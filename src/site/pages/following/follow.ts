// Following by letters with the usual kinds: what one press does for a reader who signs in for it.

import {FOLLOWED_KINDS, type FollowedKind} from "../../../store/messages/subscription.ts";
import type {SignInPurpose} from "../../forms/sign-in-purpose.ts";
import {redirect} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {nameWords} from "../../words/names.ts";
import {findFollowed, followedNames} from "./followed.ts";
import {FOLLOWING_WORDS} from "./words.ts";

export const FOLLOWING_PATH = "/account/following";

/** Held releases are for operators. */
export const USUAL_KINDS: readonly FollowedKind[] = FOLLOWED_KINDS.filter((kind) => kind !== "held");

/** What the address names. */
export function targetOf({query}: Visit): string {
  return query.get("series") ?? query.get("dataset") ?? query.get("provider") ?? "";
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
  const names = await followedNames(site.store.statistics, language, [{...wanted, id: 0, accountId: 0}]);
  return {
    about: html`${words.byPress} <strong>${nameWords(names.get(0) ?? followed.target, language)}</strong>.`,
    presses: [{type: "mail", words: words.signInPress}],
    async perform(_, {accountId}) {
      await site.store.procedures.play("follow", {...wanted, accountId});
      return redirect(visit.link(FOLLOWING_PATH));
    },
  };
}
