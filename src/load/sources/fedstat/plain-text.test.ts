import assert from "node:assert/strict";
import {test} from "node:test";
import {plainText, plainTextOrNull} from "./plain-text.ts";

test("text that was escaped twice is unescaped, and blanks of all kinds become one, FIX-fedstat-07 [emiss.escaped-text]", () => {
  assert.equal(plainText("последней&nbsp; переписи"), "последней переписи");
  assert.equal(plainText("на рынке  жилья "), "на рынке жилья");
  assert.equal(plainText("1 кв. м\u00a0 общей\nплощади"), "1 кв. м общей площади");
  assert.equal(plainText("&quot;тэк&quot; &#171;уголь&#187; &#xAB;x&#xbb; &lt;5%"), '"тэк" «уголь» «x» <5%');
});

test("what is no entity stays as it is [emiss.escaped-text]", () => {
  assert.equal(plainText("R&D; А & Б; &неизвестно;"), "R&D; А & Б; &неизвестно;");
  assert.equal(plainText("&constructor; &#0; &#x110000; &#xD800;"), "&constructor;");
});

test("a text of blanks alone is none", () => {
  assert.equal(plainTextOrNull(" &nbsp;\u00a0"), null);
  assert.equal(plainTextOrNull("0"), "0");
});
