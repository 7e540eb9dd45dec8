// A field for a mail address where something needs an account: the letter's link signs in and does it (account/purposes.ts).
//
// It is on pages that are the same for all visitors, so it has no hidden token; sign-in.ts says why that is safe. A signed-in reader sends it
// empty and is led to the page itself.
import {type Html, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inPairs} from "../words/language.ts";

const WORDS = inPairs({email: ["адрес почты", "email address"]});

/**
 * @param to where the sign-in leads back, with its purpose
 * @param press what the reader gets, on the button
 */
export function byMailForm({language, link}: Visit, to: string, press: string): Html {
  const {email} = WORDS[language];
  return html`<form class="by-mail" method="post" action="${link("/account/sign-in")}"><input type="hidden" name="to" value="${to}"><input name="email" type="email" autocomplete="email" maxlength="254" aria-label="${email}" placeholder="${email}"><button type="submit" class="quiet">${press}</button></form>\n`;
}
