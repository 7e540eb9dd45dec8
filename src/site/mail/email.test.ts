// Email addresses, and network addresses that count as one.
import assert from "node:assert/strict";
import {test} from "node:test";
import {addressBlock} from "../../access/address-windows.ts";
import {mailBaseOf} from "../visit/context.ts";
import {readAnswerableEmail, readEmail} from "./mail.ts";

test("an address is trimmed and folded to lower case, and a folded address does not change any more [account-site.login]", () => {
  const cases = [
    [" Anna@Example.ORG ", "anna@example.org"],
    ["почта@пример.рф", "почта@пример.рф"],
    ["o'neil+x@sub.example.museum", "o'neil+x@sub.example.museum"],
    ["root@localhost", "root@localhost"],
    ["mi\u212Ae@b.ru", "mike@b.ru"],
  ] as const;
  for (const [typed, email] of cases) assert.equal(readEmail(typed), email);
  const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
  assert.equal(longest.length, 254);
  assert.equal(readEmail(longest), longest);
  assert.equal(readEmail(`${longest}d`), null);
  for (const typed of [
    "",
    "a",
    "@b.ru",
    "a@",
    "a@@b.ru",
    "a@b..ru",
    "a@.ru",
    "a@b.ru.",
    "a b@c.ru",
    "a@b.ru\nBcc: c@d.ru",
    "a,b@c.ru",
    "a@b_c.ru",
    "a@b.ru\u200b",
  ])
    assert.equal(readEmail(typed), null, JSON.stringify(typed));
});

test("an address for a reply needs a dot in its host [account-site.contact]", () => {
  assert.equal(readAnswerableEmail(" Anna@Example.ORG "), "anna@example.org");
  for (const typed of ["root@localhost", "anna.b@нигде", "anna@", ""])
    assert.equal(readAnswerableEmail(typed), null, typed);
});

test("IPv6 addresses of one 64-bit network count as one, in any notation [account-site.letter-limits]", () => {
  const same = ["2001:db8:0:1::5", "2001:0DB8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8:0:1:0:0:0:1"];
  assert.equal(new Set(same.map(addressBlock)).size, 1);
  assert.notEqual(addressBlock("2001:db8:0:2::5"), addressBlock(same[0]!));
  assert.equal(addressBlock("::ffff:10.0.0.7"), "10.0.0.7");
  assert.equal(addressBlock("10.0.0.7"), "10.0.0.7");
  assert.equal(addressBlock("::1"), "0:0:0:0");
  assert.equal(addressBlock("fe80::1%eth0"), "fe80:0:0:0");
});

test("links in mail lead to the public address, else to the server's own, with localhost for all addresses [account-site.mail-links]", () => {
  assert.equal(mailBaseOf("https://stat.example/ryad", "http://0.0.0.0:8080"), "https://stat.example/ryad");
  for (const [listening, base] of [
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://10.0.0.5:80", "http://10.0.0.5:80"],
    ["http://0.0.0.0:8080", "http://localhost:8080"],
    ["http://[::]:8080", "http://localhost:8080"],
    ["http://[::1]:8080", "http://[::1]:8080"],
  ] as const)
    assert.equal(mailBaseOf(null, listening), base);
});
