// Tells a visitor of the sample that its token and the links of its letters are printed in the terminal that started it.
import {type Html, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inBoth} from "../words/language.ts";
import {withCode} from "./code-block.ts";

const WORDS = inBoth({
  ru: "Эта служба запущена командой `npm start`: готовый токен и ссылки из писем видны в её терминале. Токен есть и в файле `data/sample/token.txt`.",
  en: "This service was started by `npm start`: its terminal shows a token that works, and the links of letters. The token is in `data/sample/token.txt` too.",
});

/** false: letters are not shown in a terminal. */
export function sampleToken({site, language}: Pick<Visit, "site" | "language">): Html | false {
  return site.mail.isShown === true && html`<p class="notice">${withCode(WORDS[language])}</p>\n`;
}
