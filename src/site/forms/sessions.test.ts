import assert from "node:assert/strict";
import {test} from "node:test";
import {readReturn} from "./sessions.ts";

test("a sign-in leads back to pages of the account, the desk and the file of a dataset, and to no other page or host [account-site.leads-back]", () => {
  for (const own of [
    "/account/tokens",
    "/desk",
    "/desk/load",
    "/desk?run=1",
    "/datasets/own/prices/file?geo=643&lang=en",
  ])
    assert.equal(readReturn(own), own);
  for (const other of [
    ...[
      "//evil.example/account/",
      "/\\evil.example",
      "https://evil.example/account/",
      "/account",
      "/deskevil",
      "account/",
    ],
    ...[
      "/datasets//evil.example/file",
      "/datasets/own/prices",
      "/datasets/own/prices/filer",
      "/datasets/own/prices/file/x",
    ],
    ...[
      "/datasets/own/prices/file#x",
      "/datasets/own/pri ces/file",
      "/datasets/own/prices/file?\\",
      "/account/\nx",
      "/account/\x01",
      "/account/\x7f",
      "/desk?q=\u0439",
      "",
    ],
    `/account/${"x".repeat(300)}`,
  ])
    assert.equal(readReturn(other), null, other);
});
