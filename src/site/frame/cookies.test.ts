// Cookies as browsers send them, and as they are set.
import assert from "node:assert/strict";
import {test} from "node:test";
import {cookieHeader, parseCookies} from "./cookies.ts";

test("cookies are read by name, the first of a name counting, and what is none is left [site.cookies]", () => {
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

test("a cookie is HttpOnly and SameSite=Lax for the whole site, Secure where it says so, and holds nothing that would end it [site.cookies]", () => {
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
