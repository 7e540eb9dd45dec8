// Links to addresses that packages give. Only web addresses become links: a text from outside may be anything.
import {type Html, html} from "../html/html.ts";
import {breakable} from "../words/line-breaks.ts";

export function outsideLink(address: string): Html {
  return isWebAddress(address)
    ? html`<a href="${address}" rel="external noopener">${new URL(address).host}</a>`
    : html`${address}`;
}

export function fileLink(name: string | null, address: string | null): Html {
  return address !== null && isWebAddress(address)
    ? html`<a href="${address}" rel="external noopener">${breakable(name ?? address)}</a>`
    : html`${name === null ? "—" : breakable(name)}`;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
