// Words with code among them: what stands between backticks is code, which no line breaks apart.
import {type Html, html} from "./html.ts";

export function toldCode(words: string): Html {
  return html`${words.split("`").map((part, at) => (at % 2 === 1 ? html`<code class="whole">${part}</code>` : part))}`;
}
