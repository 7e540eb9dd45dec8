import assert from "node:assert/strict";
import {test} from "node:test";
import {cookieHeader, parseCookies} from "./request.ts";
import {formOf} from "./visit.ts";

test("cookies are read by name, the first of two counts, and parts that are no cookies are ignored [site.cookies]", () => {
  assert.deepEqual(
    [...parseCookies('a=1; b=x=y ;a=2;  c="q"; d; =e')],
    [
      ["a", "1"],
      ["b", "x=y"],
      ["c", '"q"'],
      ["", "e"],
    ],
  );
  assert.equal(parseCookies(undefined).size, 0);
});

test("a zero byte of a form, and a half of a letter, become the sign of an unreadable letter: no engine stores them [site.faults]", () => {
  const form = formOf(new URLSearchParams([["item", "\0/a\ud800"]]));
  assert.equal(form.text("item"), "\ufffd/a\ufffd");
});

test("a cookie is HttpOnly and SameSite=Lax, Secure on demand, and its value cannot end the header [site.cookies]", () => {
  const life = {maxAge: 60, secure: true, path: "/"};
  assert.equal(
    cookieHeader("__Host-x", "aZ-_09", life),
    "__Host-x=aZ-_09; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  assert.equal(
    cookieHeader("x", "", {maxAge: null, secure: false, path: "/p/"}),
    "x=; Path=/p/; HttpOnly; SameSite=Lax",
  );
  for (const value of ["a;b", "a b", "a\nb", "é", '"']) assert.throws(() => cookieHeader("x", value, life), RangeError);
});
