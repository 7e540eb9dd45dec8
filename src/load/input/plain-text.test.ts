import assert from "node:assert/strict";
import {test} from "node:test";
import {plainTextOrNull, unescapedText} from "./plain-text.ts";

test("text that was escaped twice is unescaped, and blanks of any kind become one space, FIX-fedstat-07 [emiss.escaped-text]", () => {
  assert.equal(unescapedText("последней&nbsp; переписи"), "последней переписи");
  assert.equal(unescapedText("на рынке  жилья "), "на рынке жилья");
  assert.equal(unescapedText("1 кв. м\u00a0 общей\nплощади"), "1 кв. м общей площади");
  assert.equal(unescapedText("&quot;тэк&quot; &#171;уголь&#187; &#xAB;x&#xbb; &lt;5%"), '"тэк" «уголь» «x» <5%');
});

test("text that is not an entity is unchanged [emiss.escaped-text]", () => {
  assert.equal(unescapedText("R&D; А & Б; &неизвестно;"), "R&D; А & Б; &неизвестно;");
  assert.equal(unescapedText("&constructor; &#0; &#x110000; &#xD800;"), "&constructor;");
});

test("a text of blanks only is empty", () => {
  assert.equal(plainTextOrNull(" &nbsp;\u00a0"), null);
  assert.equal(plainTextOrNull("0"), "0");
});
