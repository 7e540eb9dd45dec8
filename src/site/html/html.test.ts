// No value of a template can become markup.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {anyText} from "../../text/any-text.fixture.ts";
import {escapeHtml, html, jsonForScript, markup} from "./html.ts";

test("every value in a template is escaped; HTML stays HTML, lists are joined, and null is empty [site.escaped]", () => {
  const name = `<b onclick='x'>"&`;
  assert.equal(
    html`<a title="${name}">${name}</a>`.text,
    '<a title="&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;">&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;</a>',
  );
  assert.equal(
    html`<p>${[1, "<", html`<i>${"&"}</i>`, markup("<hr>")]}${null}${undefined}${false}${0}</p>`.text,
    "<p>1&lt;<i>&amp;</i><hr>0</p>",
  );
  assert.equal(html`${[["a", ["b"]], []]}`.text, "ab");
});

test("an escaped text has no character with a meaning in HTML, and can be read back [site.escaped]", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const escaped = escapeHtml(text);
      assert.doesNotMatch(escaped, /[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      const read = escaped.replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_all, name: string) => ({amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'"})[name]!,
      );
      assert.equal(read, text);
    }),
  );
});

test("no text in a data block can end it, and the block is still JSON [site.escaped]", () => {
  fc.assert(
    fc.property(fc.string({unit: fc.constantFrom("</script>", "<!--", "\u2028", "&", "a", '"', "\\")}), (text) => {
      const block = jsonForScript({text}).text;
      assert.doesNotMatch(block, /[<>&\u2028\u2029]/);
      assert.deepEqual(JSON.parse(block), {text});
    }),
  );
});
