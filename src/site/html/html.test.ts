// No value of a template can become markup.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {SaxesParser} from "saxes";
import {anyText} from "../../text/any-text.fixture.ts";
import {escapeHtml, html, jsonForScript, markup} from "./html.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no other way to say them
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

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
      assert.equal(read, text.replace(NOT_IN_XML, "\ufffd"));
    }),
  );
});

test("a letter that XML cannot have is replaced, so that every feed and drawing can be read [site.escaped]", () => {
  assert.equal(escapeHtml("a\x01\v\x0c\x1f\uffffz\t\r\n"), "a\ufffd\ufffd\ufffd\ufffd\ufffdz\t\r\n");
  fc.assert(
    fc.property(fc.string({unit: "binary-ascii"}), (text) => {
      // throws on what is no XML
      new SaxesParser({}).write(html`<a b="${text}">${text}</a>`.text).close();
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
